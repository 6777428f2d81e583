import { AppError } from '@/lib/core/errors'
import { createPlaces } from '@/lib/core/places'
import { addressOfTurn, clientAddress } from '@/lib/http/rate-limit/client-address'
import { createMemoryLimiter } from '@/lib/http/rate-limit/memory-limiter'
import type { RateLimiter } from '@/lib/http/rate-limit/sliding-window'

const limits = { places: 4, kept: 0, share: 2, waiting: 200, maxWaitMs: 10_000 }

/** People of one office sign in with two of them each. Providers lock who asks without end, and with wrong codes. */
const perAddress = { name: 'provider-address', limit: 300, windowSeconds: 900 }

const holder = globalThis as {
  leadlineProviderPlaces?: ReturnType<typeof createPlaces>
  leadlineProviderAsks?: RateLimiter
}

/**
 * Runs what sends someone to a provider, or what it sends them back with: a few at once, fewer for one address, since its
 * keys are read and tried, however many and long they are. Each asks the provider, so that an address has 300 in 15
 * minutes, where it can be trusted. Throws `rate_limited` beyond that, and `unavailable` for want of a place.
 */
export async function inProviderPlace<T>(headers: Headers, work: () => Promise<T>): Promise<T> {
  await refuseMany(clientAddress(headers))
  holder.leadlineProviderPlaces ??= createPlaces(limits)
  const address = addressOfTurn()
  return holder.leadlineProviderPlaces({ keys: address ? [address] : [], known: false }, work)
}

async function refuseMany(address: string | null): Promise<void> {
  if (address === null) return
  holder.leadlineProviderAsks ??= createMemoryLimiter(perAddress)
  const { allowed, resetSeconds } = await holder.leadlineProviderAsks(address)
  if (allowed) return
  const wait = { 'Retry-After': String(resetSeconds) }
  throw new AppError('rate_limited', 'Too many attempts to sign in. Try again in some minutes.', wait)
}
