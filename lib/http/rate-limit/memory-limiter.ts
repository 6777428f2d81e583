import { decide, type Limit, type RateLimiter, windowIndex } from './sliding-window'

/** Limits within this process. Holds one number per key seen in the last two windows, nothing older. */
export function createMemoryLimiter(limit: Limit, now: () => number = () => performance.now()): RateLimiter {
  let window = 0
  let current = new Map<string, number>()
  let previous = new Map<string, number>()

  return async (key) => {
    const at = now()
    const index = windowIndex(limit, at)
    if (index !== window) {
      previous = index === window + 1 ? current : new Map()
      current = new Map()
      window = index
    }
    const used = current.get(key) ?? 0
    const decision = decide({ previous: previous.get(key) ?? 0, current: used }, limit, at)
    if (decision.allowed) current.set(key, used + 1)
    return decision
  }
}
