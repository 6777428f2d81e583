/** How often something may be requested, in windows of what length. `name` stands in Redis and in answers. */
export type Limit = { name: string; limit: number; windowSeconds: number }

/**
 * What one request may do. `remaining` counts the requests still free after it; `resetSeconds` (whole, at least 1) is
 * the wait until a refused request fits, and otherwise until the window ends.
 */
export type RateLimitDecision = { allowed: boolean; limit: number; remaining: number; resetSeconds: number }

/** Counts one request against the client or organization that `key` stands for. */
export type RateLimiter = (key: string) => Promise<RateLimitDecision>

/** Requests allowed so far in the fixed window that contains now, and in the one before it. */
export type WindowCounts = { previous: number; current: number }

export function windowIndex({ windowSeconds }: Limit, nowMilliseconds: number): number {
  return Math.floor(nowMilliseconds / (windowSeconds * 1_000))
}

/**
 * Sliding-window counter: the previous window counts in proportion to how much of it the last one still covers.
 * Same arithmetic, rounding included, as `slidingWindow` of @upstash/ratelimit.
 */
export function decide(
  counts: WindowCounts,
  { limit, windowSeconds }: Limit,
  nowMilliseconds: number,
): RateLimitDecision {
  const windowMilliseconds = windowSeconds * 1_000
  const elapsed = nowMilliseconds % windowMilliseconds
  const used = Math.floor((1 - elapsed / windowMilliseconds) * counts.previous) + counts.current
  const allowed = used < limit
  const readyMilliseconds = allowed ? windowMilliseconds : firstFree(counts, limit, windowMilliseconds)
  return {
    allowed,
    limit,
    remaining: allowed ? limit - used - 1 : 0,
    resetSeconds: wholeSeconds(readyMilliseconds - elapsed),
  }
}

export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000))
}

/** Milliseconds from the start of the current window to the first one in which a further request fits. */
function firstFree({ previous, current }: WindowCounts, limit: number, windowMilliseconds: number): number {
  if (current >= limit) {
    return windowMilliseconds + firstFree({ previous: current, current: 0 }, limit, windowMilliseconds)
  }
  return Math.ceil(windowMilliseconds * (1 - (limit - current) / previous)) + 1
}
