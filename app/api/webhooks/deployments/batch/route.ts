import { authenticateSender } from '@/lib/accounts/authenticate-sender'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
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

/** A body counts as at least as many events as it has room for at their maximum length, whatever is in it. */
export const POST = route((request, requestId) =>
  logRequest(requestId, async (notes) => {
    const sender = createRecent(senderMaxAgeMs, () => authenticateSender(request))
    const found = await sender()
    notes.sender = found
    let limitHeaders = await enforceIngestLimit(found)
    return holdingEventBytes(found.organizationId, async (hold) => {
      // The first event was counted before the body was read.
      let [arrived, begun, counted] = [0, 0, 1]
      const onArrival = (bytes: number) => {
        arrived += bytes
        hold(bytes)
      }
      const countArrived = async () => {
        for (; counted < arrived / env().WEBHOOK_MAX_BODY_BYTES; counted += 1) {
          limitHeaders = await enforceIngestLimit(found)
        }
      }
      // Beyond the limit each event is refused alone.
      const events = await readBatch(request, onArrival).finally(() => countArrived().catch(unlessLimited))
      const count = async (from: typeof found) => {
        begun += 1
        if (begun > counted) limitHeaders = await enforceIngestLimit(from)
      }
      const results = await answerBatch({ requestId, events, found, sender, count })
      const refused = results.filter(({ status }) => status >= 400).length
      const answer = { stored: results.length - refused, refused, results }
      return Response.json(answer, { headers: limitHeaders })
    })
  }),
)

function unlessLimited(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
}

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
