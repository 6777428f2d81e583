import type { Env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { createFallbackLimiter } from './fallback-limiter'
import { createMemoryLimiter } from './memory-limiter'
import { type RedisSettings, sharedRedis } from './shared-limiter'
import type { Limit, RateLimitDecision, RateLimiter } from './sliding-window'

type Settings = RedisSettings & Pick<Env, 'RATE_LIMIT_PER_MINUTE'>

/** Who sends a request, such as the id of an API key, and the organization that it is for. */
type Sender = { sender: string; organizationId: number }

/**
 * Counts one request against who sends it, and in this process against the organization. Returns the headers of the
 * sender's limit; throws `rate_limited` beyond either, with the headers of that one. Never throws because of Redis.
 */
export type EnforceLimit = (sender: Sender) => Promise<Record<string, string>>

/** All senders of an organization may send as much as so many that are at their limit: the rest of a process is others'. */
const sendersAtTheirLimit = 10

/**
 * So many requests of one kind a minute for each sender: one limit for all processes with Redis, else one per process;
 * and ten times as many for their organization.
 */
export function createLimit(name: string, settings: Settings): EnforceLimit {
  const limit: Limit = { name, limit: settings.RATE_LIMIT_PER_MINUTE, windowSeconds: 60 }
  const ofOrganization: Limit = { ...limit, name: 'organization', limit: limit.limit * sendersAtTheirLimit }
  const count = createLimiter(limit, settings)
  const countOrganization = createMemoryLimiter(ofOrganization)
  return async ({ sender, organizationId }) => {
    const decision = await count(sender)
    const headers = rateLimitHeaders(limit, decision)
    if (!decision.allowed) throw new AppError('rate_limited', 'Rate limit exceeded', headers)
    const organization = await countOrganization(String(organizationId))
    if (organization.allowed) return headers
    throw new AppError('rate_limited', 'Rate limit exceeded', rateLimitHeaders(ofOrganization, organization))
  }
}

function createLimiter(limit: Limit, settings: Settings): RateLimiter {
  const fallback = createMemoryLimiter(limit)
  const redis = sharedRedis(settings)
  return redis ? createFallbackLimiter({ redis, limit, fallback, log }) : fallback
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers for any answer, and `Retry-After` for a refusal. Source:
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateLimitHeaders(
  { name, windowSeconds }: Limit,
  { allowed, limit, remaining, resetSeconds }: RateLimitDecision,
): Record<string, string> {
  const headers = {
    'RateLimit-Policy': `"${name}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  }
  return allowed ? headers : { ...headers, 'Retry-After': String(resetSeconds) }
}
