import { type Env, env } from '@/lib/env'
import { log } from '@/lib/log'
import { createMemoryLimiter } from './memory-limiter'
import type { RateLimitDecision, RateLimiter } from './sliding-window'
import { createUpstashLimiter } from './upstash-limiter'

type Settings = Pick<Env, 'RATE_LIMIT_PER_MINUTE' | 'UPSTASH_REDIS_REST_URL' | 'UPSTASH_REDIS_REST_TOKEN'>

const holder = globalThis as { leadlineIngestLimiter?: RateLimiter }

/** Counts one event against its API key and says whether it may pass. Never throws because of Redis. */
export async function limitIngest(apiKeyId: number): Promise<RateLimitDecision> {
  holder.leadlineIngestLimiter ??= createLimiter(env())
  return holder.leadlineIngestLimiter(apiKeyId)
}

/** One limit for all processes when Upstash is set, otherwise one per process. */
export function createLimiter(settings: Settings): RateLimiter {
  const limitPerMinute = settings.RATE_LIMIT_PER_MINUTE
  const memory = createMemoryLimiter({ limitPerMinute })
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings
  return url && token ? createUpstashLimiter({ url, token, limitPerMinute, fallback: memory, log }) : memory
}
