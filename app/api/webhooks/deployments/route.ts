import { authenticate } from '@/lib/accounts/api-keys/authenticate'
import { env } from '@/lib/core/env'
import { databaseBudget } from '@/lib/db/database-budget'
import { checkOrganization } from '@/lib/deployments/check-organization'
import { holdingEventBytes } from '@/lib/deployments/hold-event-bytes'
import { recordDeployment } from '@/lib/deployments/record'
import { logRequest } from '@/lib/deployments/request-log/log-request'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { methodNotAllowed, route } from '@/lib/http/http'
import { enforceIngestLimit } from '@/lib/http/rate-limit/limit-ingest'
import { readJson } from '@/lib/http/read-json'

export const dynamic = 'force-dynamic'

export const POST = route((request, requestId) =>
  logRequest(requestId, async (notes) => {
    const withinBudget = databaseBudget()
    const sender = await withinBudget(() => authenticate(request, 'ingest'))
    notes.sender = sender
    const limitHeaders = await enforceIngestLimit(sender)
    return holdingEventBytes(sender.organizationId, async (hold) => {
      const body = await readJson(request, env().WEBHOOK_MAX_BODY_BYTES, hold)
      notes.body = body
      const event = parseDeploymentEvent(body, new Date())
      checkOrganization(sender, event)
      const recorded = await recordDeployment(sender, event, withinBudget)
      notes.recorded = recorded
      const { action, deploymentId, linkedPRs, linking } = recorded
      return Response.json(
        { action, deploymentId, linkedPRs },
        {
          status: action === 'created' ? 201 : 200,
          headers: {
            ...limitHeaders,
            ...(linking && { 'X-Leadline-Linking': 'pending' }),
            Location: `/${sender.slug}/deployments/${deploymentId}`,
          },
        },
      )
    })
  }),
)

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
