import { authenticateSender } from '@/lib/accounts/authenticate-sender'
import { databaseBudget } from '@/lib/db/database-budget'
import { answerEvent } from '@/lib/deployments/answer-event'
import { holdingEventBytes } from '@/lib/deployments/hold-event-bytes'
import { readEvent } from '@/lib/deployments/read-event'
import { logRequest } from '@/lib/deployments/request-log/log-request'
import { methodNotAllowed, route } from '@/lib/http/http'
import { enforceIngestLimit } from '@/lib/http/rate-limit/limit-ingest'

export const dynamic = 'force-dynamic'

export const POST = route((request, requestId) =>
  logRequest(requestId, async (notes) => {
    const withinBudget = databaseBudget()
    const sender = await authenticateSender(request, withinBudget)
    notes.sender = sender
    const limitHeaders = await enforceIngestLimit(sender)
    return holdingEventBytes(sender.organizationId, async (hold) => {
      const body = await readEvent(request, sender, hold)
      const answer = await answerEvent(sender, body, withinBudget, notes)
      const { status, headers } = answer
      return Response.json(answer.body, { status, headers: { ...limitHeaders, ...headers } })
    })
  }),
)

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
