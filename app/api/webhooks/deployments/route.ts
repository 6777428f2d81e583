import { authenticate } from '@/lib/api-keys/authenticate'
import { databaseBudget } from '@/lib/database-budget'
import { checkOrganization } from '@/lib/deployments/check-organization'
import { holdingEventBytes } from '@/lib/deployments/hold-event-bytes'
import { recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { env } from '@/lib/env'
import { methodNotAllowed, route } from '@/lib/http'
import { enforceIngestLimit } from '@/lib/rate-limit/limit-ingest'
import { readJson } from '@/lib/read-json'
import { logRequest } from '@/lib/request-log/log-request'

export const dynamic = 'force-dynamic'

export const POST = route((request, requestId) =>
  logRequest(requestId, async (notes) => {
    const withinBudget = databaseBudget()
    const caller = await withinBudget(() => authenticate(request, 'ingest'))
    notes.key = caller
    const limitHeaders = await enforceIngestLimit(caller.apiKeyId)
    return holdingEventBytes(caller.organizationId, async (hold) => {
      const body = await readJson(request, env().WEBHOOK_MAX_BODY_BYTES, hold)
      notes.body = body
      const event = parseDeploymentEvent(body, new Date())
      checkOrganization(caller, event)
      const recorded = await recordDeployment(caller, event, withinBudget)
      notes.recorded = recorded
      const { action, deploymentId, linkedPRs, linking } = recorded
      return Response.json(
        { action, deploymentId, linkedPRs },
        {
          status: action === 'created' ? 201 : 200,
          headers: {
            ...limitHeaders,
            ...(linking && { 'X-Leadline-Linking': 'pending' }),
            Location: `/${caller.slug}/deployments/${deploymentId}`,
          },
        },
      )
    })
  }),
)

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
