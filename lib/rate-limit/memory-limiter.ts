import { decide, type RateLimiter, windowIndex } from './sliding-window'

type Options = { limitPerMinute: number; now?: () => number }

/** Limits within this process. Holds one number per key seen in the last two windows, nothing older. */
export function createMemoryLimiter({ limitPerMinute, now = () => performance.now() }: Options): RateLimiter {
  let window = 0
  let current = new Map<number, number>()
  let previous = new Map<number, number>()

  return async (apiKeyId) => {
    const at = now()
    const index = windowIndex(at)
    if (index !== window) {
      previous = index === window + 1 ? current : new Map()
      current = new Map()
      window = index
    }
    const used = current.get(apiKeyId) ?? 0
    const decision = decide({ previous: previous.get(apiKeyId) ?? 0, current: used }, limitPerMinute, at)
    if (decision.allowed) current.set(apiKeyId, used + 1)
    return decision
  }
}
