import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** One with an honest host keeps the process busy for a few milliseconds. */
const cheapMs = 50
/** After a dear one the next waits nine times as long as the process was busy: others have nine tenths of its time. */
const [restFactor, maxRestMs] = [9, 10_000]

/** Opens a connection to a host, once it is its turn. */
type InTurn = (host: string, open: () => Promise<void>) => Promise<void>

/**
 * After a connection to a host that kept the process busy, the next ones are opened one after the other, with rests: a
 * host may send seventy certificates of its own making, whose signatures are all checked before any is believed.
 */
export function createHandshakes(): InTurn {
  const dear = new Map<string, Promise<void>>()
  const keep = (host: string, turn: Promise<void>) => {
    const kept = turn.then(() => {
      if (dear.get(host) === kept) dear.delete(host)
    })
    dear.set(host, kept)
  }
  return async (host, open) => {
    const before = dear.get(host)
    const opened = (before ?? Promise.resolve()).then(() => msBusyWith(open))
    if (before) keep(host, opened.then(rest))
    const busyMs = await opened
    if (!before && busyMs > cheapMs) keep(host, rest(busyMs))
  }
}

async function msBusyWith(open: () => Promise<void>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await open()
  return performance.eventLoopUtilization(before).active
}

function rest(busyMs: number): Promise<void> {
  return busyMs > cheapMs
    ? delay(Math.min(restFactor * busyMs, maxRestMs), undefined, { ref: false })
    : Promise.resolve()
}
