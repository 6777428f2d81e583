import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { type Limit, type RateLimitDecision, type RateLimiter, wholeSeconds } from './sliding-window'

/** Where the Redis is that all processes share. */
export type SharedRedis = { url: string; token: string }

/**
 * Limits across processes through Upstash Redis. Rejects when Redis gives no decision within `timeoutMs`.
 * Throws at once on a `url` that is not http(s).
 */
export function createSharedLimiter({ url, token }: SharedRedis, limit: Limit, timeoutMs: number): RateLimiter {
  const redis = new Redis({
    url,
    token,
    // `retry: false` would still send a second request.
    retry: { retries: 0 },
    // A function makes an abort throw; a plain signal would turn it into an answer with status 200.
    signal: () => AbortSignal.timeout(timeoutMs),
    enableTelemetry: false,
  })
  const ratelimit = new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(limit.limit, `${limit.windowSeconds} s`),
    prefix: `leadline:${limit.name}`,
    timeout: timeoutMs,
    // Would go on refusing until the window ends, although a sliding window frees requests before that.
    ephemeralCache: false,
    analytics: false,
    enableTelemetry: false,
  })
  return async (key) => readAnswer(await ratelimit.limit(key), limit.limit)
}

type Answer = Awaited<ReturnType<Ratelimit['limit']>>

/** Redis sends the limit back. Without this check any JSON that is no answer to the question reads as a refusal. */
function readAnswer(answer: Answer, limit: number): RateLimitDecision {
  if (answer.reason === 'timeout') throw new Error('Redis did not answer in time')
  if (answer.limit !== limit || !Number.isInteger(answer.remaining)) {
    throw new Error('Redis answered something that is not a rate limit')
  }
  // At the very end of the window a full one still weighs in whole; one millisecond later a request fits.
  const waitMilliseconds = answer.reset + 1 - Date.now()
  return { allowed: answer.success, limit, remaining: answer.remaining, resetSeconds: wholeSeconds(waitMilliseconds) }
}
