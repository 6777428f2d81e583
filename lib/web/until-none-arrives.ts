import { subscribe } from 'node:diagnostics_channel'
import { setImmediate } from 'node:timers/promises'

/** Long enough for some hundred connections, which take less than a millisecond each. */
const usualMaxMs = 100

/**
 * For work that holds the process for long: resolves once a round of the event loop has accepted no connection, or after
 * `maxMs`. A round accepts one (libuv 1.45 and later), so that work in each of them would let hundreds wait for seconds.
 */
export async function untilNoneArrives(maxMs = usualMaxMs): Promise<void> {
  watchArrivals()
  const begun = performance.now()
  let before = arrivals.count
  do {
    before = arrivals.count
    await setImmediate()
    await setImmediate()
  } while (arrivals.count > before && performance.now() - begun < maxMs)
}

/** How many connections were accepted since this was called first. */
export function countArrivals(): number {
  watchArrivals()
  return arrivals.count
}

const arrivals = { count: 0, watched: false }

function watchArrivals(): void {
  if (arrivals.watched) return
  arrivals.watched = true
  subscribe('net.server.socket', () => {
    arrivals.count += 1
  })
}
