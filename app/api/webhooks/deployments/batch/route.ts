import { authenticateSender } from '@/lib/accounts/authenticate-sender'
import { createRecent } from '@/lib/core/recent'
import { answerBatch } from '@/lib/deployments/batch/answer-batch'
import { readBatch } from '@/lib/deployments/batch/read-batch'
import { holdingEventBytes } from '@/lib/deployments/hold-event-bytes'
import { logRequest } from '@/lib/deployments/request-log/log-request'
import { methodNotAllowed, route } from '@/lib/http/http'
import { enforceIngestLimit } from '@/lib/http/rate-limit/limit-ingest'

export const dynamic = 'force-dynamic'

/** How long a key that was found counts: one that is revoked meanwhile ends the rest of a batch. */
const senderMaxAgeMs = 1_000

export const POST = route((request, requestId) =>
  logRequest(requestId, async (notes) => {
    const sender = createRecent(senderMaxAgeMs, () => authenticateSender(request))
    const found = await sender()
    notes.sender = found
    let limitHeaders = await enforceIngestLimit(found)
    return holdingEventBytes(found.organizationId, async (hold) => {
      const events = await readBatch(request, hold)
      // The first event was counted before the body was read.
      let counted = 0
      const count = async (from: typeof found) => {
        counted += 1
        if (counted > 1) limitHeaders = await enforceIngestLimit(from)
      }
      const results = await answerBatch({ requestId, events, found, sender, count })
      const refused = results.filter(({ status }) => status >= 400).length
      const answer = { stored: results.length - refused, refused, results }
      return Response.json(answer, { headers: limitHeaders })
    })
  }),
)

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
