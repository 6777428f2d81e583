import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { rateLimitHeaders } from './headers'
import { createKeyLimit, type EnforceKeyLimit } from './limit-per-key'
import { createMemoryLimiter } from './memory-limiter'
import type { Limit, RateLimiter } from './sliding-window'

/** All keys of an organization may post as much as so many that are at their limit: the rest of a process is others'. */
const keysAtTheirLimit = 10

type Limits = { key: EnforceKeyLimit; organization: Limit; countOrganization: RateLimiter }

const holder = globalThis as { leadlineIngestLimits?: Limits }

/**
 * Counts one event against the API key that posts it, and in this process against its organization. Returns the headers
 * of the key's limit; throws `rate_limited` beyond either.
 */
export async function enforceIngestLimit(caller: {
  apiKeyId: number
  organizationId: number
}): Promise<Record<string, string>> {
  holder.leadlineIngestLimits ??= createLimits()
  const { key, organization, countOrganization } = holder.leadlineIngestLimits
  const headers = await key(caller.apiKeyId)
  const decision = await countOrganization(String(caller.organizationId))
  if (decision.allowed) return headers
  throw new AppError('rate_limited', 'Rate limit exceeded', rateLimitHeaders(organization, decision))
}

function createLimits(): Limits {
  const perMinute = env().RATE_LIMIT_PER_MINUTE * keysAtTheirLimit
  const organization: Limit = { name: 'organization', limit: perMinute, windowSeconds: 60 }
  return { key: createKeyLimit('ingest', env()), organization, countOrganization: createMemoryLimiter(organization) }
}
