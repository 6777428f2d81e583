import type { Log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { createCircuitBreaker } from './circuit-breaker'
import { createSharedLimiter, type SharedRedis } from './shared-limiter'
import type { Limit, RateLimiter } from './sliding-window'

type Options = {
  redis: SharedRedis
  limit: Limit
  fallback: RateLimiter
  log: Log
  answerMilliseconds?: number
  now?: () => number
}

// No request waits for a probe. Its timeout covers a connection that has to be set up first.
const probeMilliseconds = 2_000
const pauseMilliseconds = 5_000

/**
 * Limits across processes through Redis. Whatever goes wrong there, `fallback` decides instead: within 250 ms
 * for events under way, at once for those that follow, until a probe finds Redis well again. Throws only here, on the
 * `url` of an Upstash that is not http(s).
 */
export function createFallbackLimiter(options: Options): RateLimiter {
  const { redis, limit, fallback, log, answerMilliseconds = 250, now = () => performance.now() } = options
  const redisLimiter = createSharedLimiter(redis, limit, answerMilliseconds)
  const probe = createSharedLimiter(redis, limit, probeMilliseconds)
  const breaker = createCircuitBreaker({ pauseMilliseconds, now })
  const outage = createOutageLog({
    log,
    now,
    down: 'redis unavailable, rate limits hold per process',
    up: 'redis available again, rate limits hold across processes',
  })
  const succeeded = () => {
    breaker.succeeded()
    outage.succeeded()
  }
  const failed = (error: unknown) => {
    breaker.failed()
    outage.failed(error)
  }

  return async (key) => {
    const step = breaker.next()
    if (step === 'probe') void probe(key).then(succeeded, failed)
    if (step !== 'call') return fallback(key)
    try {
      const decision = await redisLimiter(key)
      succeeded()
      return decision
    } catch (error) {
      failed(error)
      return fallback(key)
    }
  }
}
