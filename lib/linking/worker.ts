import { linkDue, msUntilDue, relinkLeftovers } from '@/lib/linking/relink'
import { log } from '@/lib/log'
import { createOutageLog } from '@/lib/outage-log'
import { settledWithin } from '@/lib/settled-within'
import { holder } from './wake'

/** How often it looks for what other processes left. */
const tickMs = 15_000
const stopTimeoutMs = 3_000

/** Starts what links late data, and events that were stored but not linked in time, in this process, once. */
export function startLinkWorker(): void {
  holder.leadlineLinkWorker ??= startWorker()
}

/** Lets it end. Resolves within three seconds: what is not linked by then keeps its mark. */
export async function stopLinkWorker(): Promise<void> {
  const worker = holder.leadlineLinkWorker
  holder.leadlineLinkWorker = undefined
  await worker?.stop()
}

function startWorker() {
  const stopping = new AbortController()
  const outage = createOutageLog({ log, down: 'leftovers are not linked', up: 'leftovers are linked again' })
  let running: Promise<void> | undefined
  let again = false
  let lookedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const wake = () => {
    if (stopping.signal.aborted) return
    again = running !== undefined
    const full = performance.now() - lookedAt >= tickMs
    if (full && !running) lookedAt = performance.now()
    running ??= (full ? relinkLeftovers : linkDue)(stopping.signal)
      .then(outage.succeeded, outage.failed)
      .then(() => msUntilDue().catch(() => tickMs))
      .then((dueMs) => {
        running = undefined
        clearTimeout(timer)
        if (again) return wake()
        timer = setTimeout(wake, Math.min(dueMs, tickMs))
        timer.unref()
      })
  }
  wake()
  const stop = async () => {
    stopping.abort()
    clearTimeout(timer)
    await settledWithin(Promise.all([running]), stopTimeoutMs)
    clearTimeout(timer)
  }
  return { wake, stop }
}
