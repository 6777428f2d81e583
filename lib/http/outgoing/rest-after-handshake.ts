import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** One with an honest host keeps the process busy for a few milliseconds. */
const cheapMs = 20
/** After a dear one the next waits nine times as long as the process was busy: others have nine tenths of its time. */
const [restFactor, maxRestMs] = [9, 10_000]
/** Those that waited begin so far apart that what one costs is mostly known before the next. */
const spacingMs = 100

/** So many names are known to be cheap. */
const maxKnown = 1_000

/** The caller has given up by then: what waited for so long gives way, so that a crowd holds up no one who comes later. */
const givesWayMs = 10_000

/**
 * Opens a connection to a host once that may be done; `open` returns how long the process was busy with it. Rejects where
 * that takes too long.
 */
type InTurn = (host: string, open: () => Promise<number>) => Promise<void>

/**
 * After a handshake that kept the process busy, those with hosts that are not known to be cheap wait for one rest of all
 * of them, and begin one after the other: a host may send many certificates of its own making, whose signatures are all
 * checked before any is believed, and has as many names as it likes.
 */
export function createHandshakes({ maxWaitMs = givesWayMs } = {}): InTurn {
  const cheap = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  let restsUntil = 0
  const leftMs = () => restsUntil - performance.now()

  const rested = async () => {
    while (leftMs() > 0) await delay(leftMs(), undefined, { ref: false })
    restsUntil = performance.now() + spacingMs
  }

  return async (host, open) => {
    if (!cheap.has(host) && leftMs() > 0) {
      const until = performance.now() + maxWaitMs
      const isLate = () => performance.now() > until
      last = last.then(() => (isLate() ? undefined : rested()))
      await last
      if (isLate()) throw new Error('waited too long to connect to an unknown host')
    }
    const busyMs = await open()
    cheap.delete(host)
    if (busyMs <= cheapMs) cheap.add(host)
    else restsUntil = performance.now() + Math.min(Math.max(leftMs(), 0) + restFactor * busyMs, maxRestMs)
    const [oldest] = cheap
    if (oldest !== undefined && cheap.size > maxKnown) cheap.delete(oldest)
  }
}
