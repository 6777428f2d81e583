import { createHash } from 'node:crypto'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { createMemoryLimiter } from './memory-limiter'
import { createSharedLimiter, type RedisSettings, sharedRedis } from './shared-limiter'
import type { Limit, RateLimiter } from './sliding-window'

/**
 * `account` is the e-mail address that was entered; `address` where from, null when that cannot be trusted;
 * `browserId` names a browser in which this very account signed in before.
 */
export type SignInAttempt = { account: string; address: string | null; browserId: string | null }

type EnforceSignInLimit = (attempt: SignInAttempt) => Promise<void>

const perClient: Limit = { name: 'sign-in-client', limit: 10, windowSeconds: 900 }
const perAccount: Limit = { name: 'sign-in-account', limit: 100, windowSeconds: 900 }
const perAddress: Limit = { name: 'sign-in-address', limit: 50, windowSeconds: 900 }

// People wait longer than pipelines do, and a connection that was idle for a while has to be set up first.
const timeoutMs = 2_000

const holder = globalThis as { leadlineSignInLimit?: EnforceSignInLimit }

/**
 * Counts one attempt to sign in, successful or not. In any 15 minutes an account has 10 from one address, and 100 in
 * all; an address has 50. A browser in which the account signed in before has 10 of its own, and all of them together
 * 100: strangers never use them up. An attempt that one limit refuses does not count against the next. Throws `rate_limited` with
 * `Retry-After`, and `unavailable` when the Redis that all processes share cannot decide: sign-in fails closed.
 */
export async function enforceSignInLimit(attempt: SignInAttempt): Promise<void> {
  holder.leadlineSignInLimit ??= createSignInLimit(env())
  return holder.leadlineSignInLimit(attempt)
}

/** One limit for all processes when a Redis is set, otherwise one per process. */
export function createSignInLimit(settings: RedisSettings): EnforceSignInLimit {
  const countAddress = createClosedLimiter(perAddress, settings)
  const countClient = createClosedLimiter(perClient, settings)
  const countAccount = createClosedLimiter(perAccount, settings)
  return async ({ account, address, browserId }) => {
    if (address && !browserId) refuseBeyond(await countAddress(address))
    const who = account.trim().toLowerCase()
    refuseBeyond(await countClient(hash(browserId ? `known ${who} ${browserId}` : `${who} ${address ?? ''}`)))
    refuseBeyond(await countAccount(hash(browserId ? `known ${who}` : who)))
  }
}

function createClosedLimiter(limit: Limit, settings: RedisSettings): RateLimiter {
  const redis = sharedRedis(settings)
  if (!redis) return createMemoryLimiter(limit)
  const count = createSharedLimiter(redis, limit, timeoutMs)
  const outage = createOutageLog({
    log,
    down: 'redis unavailable, password sign-in is refused',
    up: 'redis available again, password sign-in works',
  })
  return async (key) => {
    try {
      const decision = await count(key)
      outage.succeeded()
      return decision
    } catch (error) {
      outage.failed(error)
      throw new AppError('unavailable', 'Sign-in does not work right now. Try again in a minute.', {
        'Retry-After': '60',
      })
    }
  }
}

function refuseBeyond({ allowed, resetSeconds }: Awaited<ReturnType<RateLimiter>>): void {
  if (allowed) return
  const minutes = Math.ceil(resetSeconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw new AppError('rate_limited', `Too many attempts to sign in. Try again in ${wait}.`, {
    'Retry-After': String(resetSeconds),
  })
}

/** Redis need not know who signs in. */
function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
