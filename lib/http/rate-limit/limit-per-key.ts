import type { Env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { rateLimitHeaders } from './headers'
import { createMemoryLimiter } from './memory-limiter'
import type { Limit, RateLimiter } from './sliding-window'
import { createUpstashLimiter } from './upstash-limiter'

type Settings = Pick<Env, 'RATE_LIMIT_PER_MINUTE' | 'UPSTASH_REDIS_REST_URL' | 'UPSTASH_REDIS_REST_TOKEN'>

/**
 * Counts one request against its API key. Returns the headers to send along with a request that may pass; throws
 * `rate_limited`, with the same headers, otherwise. Never throws because of Redis.
 */
export type EnforceKeyLimit = (apiKeyId: number) => Promise<Record<string, string>>

/** So many requests of one kind a minute for each key: one limit for all processes with Upstash, else one per process. */
export function createKeyLimit(name: string, settings: Settings): EnforceKeyLimit {
  const limit: Limit = { name, limit: settings.RATE_LIMIT_PER_MINUTE, windowSeconds: 60 }
  const count = createLimiter(limit, settings)
  return async (apiKeyId) => {
    const decision = await count(String(apiKeyId))
    const headers = rateLimitHeaders(limit, decision)
    if (!decision.allowed) throw new AppError('rate_limited', 'Rate limit exceeded', headers)
    return headers
  }
}

function createLimiter(limit: Limit, settings: Settings): RateLimiter {
  const fallback = createMemoryLimiter(limit)
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings
  return url && token ? createUpstashLimiter({ url, token, limit, fallback, log }) : fallback
}
