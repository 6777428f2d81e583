import { AppError } from '@/lib/core/errors'
import { createMemoryLimiter } from '@/lib/http/rate-limit/memory-limiter'
import type { RateLimiter } from '@/lib/http/rate-limit/sliding-window'

/** Far more than a person has applications to connect. */
const limit = { name: 'oauth-person', limit: 120, windowSeconds: 3_600 }

/** Of the process: the page and its action have this file for themselves. */
const holder = globalThis as { leadlineOauthLimit?: RateLimiter }

/**
 * Counts what a person has Leadline do for an application and would leave traces: a call to its host, a line of the audit
 * log. Throws `rate_limited` beyond 120 in an hour.
 */
export async function limitPerson(userId: number): Promise<void> {
  holder.leadlineOauthLimit ??= createMemoryLimiter(limit)
  const { allowed, resetSeconds } = await holder.leadlineOauthLimit(String(userId))
  if (allowed) return
  throw new AppError('rate_limited', 'Too many attempts to connect an application in the last hour. Try again later.', {
    'Retry-After': String(resetSeconds),
  })
}
