import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { repeatInLanes } from '@/lib/core/repeat'
import { settledWithin } from '@/lib/core/settled-within'
import { claimSummary, giveBack, storeOutcome } from './claim'
import { type ModelEndpoint, modelEndpoint } from './endpoint'
import { holder } from './wake'
import { writeSummary } from './write'

const tickMs = 15_000
const timeoutMs = 3_000

/** So many calls of a process are open at once, of different organizations. */
const maxAtOnce = 2

/** Starts what has a model write in this process, once; without a model nothing. */
export function startSummaryWorker(): void {
  const endpoint = modelEndpoint()
  if (endpoint) holder.leadlineSummaryWorker ??= startWorker(endpoint)
}

/** Lets it end: what is being written is given back. Resolves within three seconds. */
export async function stopSummaryWorker(): Promise<void> {
  const worker = holder.leadlineSummaryWorker
  holder.leadlineSummaryWorker = undefined
  await worker?.stop()
}

function startWorker(endpoint: ModelEndpoint) {
  const stopping = new AbortController()
  const outage = createOutageLog({ log, down: 'summaries cannot be written', up: 'summaries can be written again' })
  const { wake, ended } = repeatInLanes(maxAtOnce, stopping.signal, async () => {
    await writeDueSummaries(endpoint, stopping.signal).then(outage.succeeded, outage.failed)
    return tickMs
  })
  wake()
  const stop = async () => {
    stopping.abort()
    await settledWithin(Promise.resolve(ended()), timeoutMs)
  }
  return { wake, stop }
}

/** Writes what is asked for, one after the other, until there is nothing left that no other process writes. */
export async function writeDueSummaries(endpoint: ModelEndpoint, stop: AbortSignal): Promise<void> {
  // Reading the report comes before the model has its time.
  const leaseSeconds = endpoint.timeoutMs / 1000 + 120
  while (!stop.aborted) {
    const claim = await claimSummary(leaseSeconds)
    if (claim === null) return
    const { organizationId, kind } = claim
    try {
      const outcome = await writeSummary(claim, endpoint, stop)
      await storeOutcome(claim, endpoint.model, outcome)
      const { failure, dropped } = outcome
      if (failure === null) log.info('a model wrote a summary', { organizationId, kind, dropped })
      else log.warn('a summary was not written', { organizationId, kind, failure })
    } catch (error) {
      if (!stop.aborted) throw error
      await giveBack(claim)
    }
  }
}
