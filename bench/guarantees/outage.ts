import { setTimeout as delay } from 'node:timers/promises'
import type { Attempt, Load } from './load'

const maxWaitedSeconds = 30
const inARow = 20

/** Whether an event was refused as a caller can bear it: 503, and when to try again. */
export function isRefusedWell({ status, retryAfterSeconds }: Attempt): boolean {
  return status === 503 && retryAfterSeconds >= 1
}

/**
 * Called when a fault ends: waits until twenty events in a row are accepted and returns after how long the last one was
 * refused, 0 when none was any more. Gives up after half a minute.
 */
export async function recoverySeconds({ attempts }: Load): Promise<number> {
  const endedMs = performance.now()
  const answeredSince = () => attempts.filter((attempt) => attempt.endedMs >= endedMs)
  const deadline = endedMs + maxWaitedSeconds * 1_000
  for (;;) {
    const latest = answeredSince().slice(-inARow)
    if (latest.length === inARow && latest.every(({ accepted }) => accepted)) break
    if (performance.now() > deadline) return maxWaitedSeconds
    await delay(50)
  }
  const lastRefused = answeredSince().findLast(({ accepted }) => !accepted)
  return lastRefused ? (lastRefused.endedMs - endedMs) / 1_000 : 0
}
