import { createPlaces } from '@/lib/core/places'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'

const limits = { places: 4, kept: 0, share: 2, waiting: 200, maxWaitMs: 10_000 }

const holder = globalThis as { leadlineProviderPlaces?: ReturnType<typeof createPlaces> }

/**
 * Runs what a provider sends someone back with: a few at once, fewer for one address, since its keys are read and tried,
 * however many and long they are. Throws `unavailable` for want of a place.
 */
export function inProviderPlace<T>(work: () => Promise<T>): Promise<T> {
  holder.leadlineProviderPlaces ??= createPlaces(limits)
  const address = addressOfTurn()
  return holder.leadlineProviderPlaces({ keys: address ? [address] : [], known: false }, work)
}
