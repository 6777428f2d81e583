import { log } from '@/lib/log'
import { createOutageLog } from '@/lib/outage-log'
import { settledWithin } from '@/lib/settled-within'
import { HostError, type HostReader } from '../model'
import { openReader } from '../open-reader'
import { type Claim, claimDueSync } from './claim'
import { queueStaleSyncs } from './queue-stale'
import { runSync } from './run'
import { holder } from './wake'

const tickMs = 15_000
const mostAtOnce = 3
const patienceMs = 3_000

/** After this, a place is given back at the next page, and what else is due comes first. */
const turnMs = 5 * 60_000

/** Starts what brings repositories up to date in this process, once. */
export function startSyncWorker(): void {
  holder.leadlineSyncWorker ??= startWorker()
}

/** Lets it end: what is running is given back where it stands. Resolves within three seconds, given back or not. */
export async function stopSyncWorker(): Promise<void> {
  await holder.leadlineSyncWorker?.stop()
}

function startWorker() {
  const stopping = new AbortController()
  const outage = createOutageLog({ log, down: 'syncs cannot be looked for', up: 'syncs can be looked for again' })
  const running = new Set<Promise<void>>()
  const wake = () => {
    if (stopping.signal.aborted || running.size >= mostAtOnce) return
    const work: Promise<void> = runDueSyncs(stopping.signal)
      .then(outage.succeeded, outage.failed)
      .then(() => void running.delete(work))
    running.add(work)
  }
  const timer = setInterval(wake, tickMs)
  timer.unref()
  wake()
  const stop = async () => {
    clearInterval(timer)
    stopping.abort()
    await settledWithin(Promise.all(running), patienceMs)
  }
  return { wake, stop }
}

/** Runs the syncs that are due, one after the other and each for its turn, until there is none. Returns how many. */
export async function runDueSyncs(stop: AbortSignal): Promise<number> {
  await queueStaleSyncs()
  let count = 0
  for (; !stop.aborted; count += 1) {
    const claim = await claimDueSync()
    if (!claim) break
    // What went wrong is noted at the sync, where people see it.
    const { signal, report } = startTurn(stop)
    await runSync(claim, () => readerFor(claim), signal, report).catch(() => undefined)
  }
  return count
}

/** The time of one sync: its signal is aborted with `stop`, and when a page was stored after its time was up. */
function startTurn(stop: AbortSignal): { signal: AbortSignal; report: () => void } {
  const over = new AbortController()
  const beganAt = performance.now()
  const report = () => {
    if (performance.now() - beganAt >= turnMs) over.abort()
  }
  return { signal: AbortSignal.any([stop, over.signal]), report }
}

async function readerFor({ connectionId }: Claim): Promise<HostReader> {
  if (connectionId !== null) return openReader(connectionId)
  throw new HostError('The repository is not connected to a host any more. Connect it again.', 'access')
}
