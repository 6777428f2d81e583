import { isKnownCaller } from '@/lib/accounts/known-callers'
import { createPlaces } from '@/lib/core/places'
import type { TimeLeft } from '@/lib/db/database-budget'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'

/** What is made up costs its sender nothing, and each look-up a connection that pages or events need. */
const limits = { places: 2, kept: 0, share: 1, waiting: 500, maxWaitMs: 10_000 }

/** The routes that look secrets up are bundled apart and share them. */
const holder = globalThis as { leadlineSecretPlaces?: ReturnType<typeof createPlaces> }

/**
 * Looks up whom a secret of the current request is of: at once where it was accepted in the last ten minutes, else in one of two places, which
 * are not of one address. Throws `unavailable` where too many wait, or none is free in time, at the latest when its `time`
 * is up.
 */
export function lookUpSecret<T>(secret: string, look: () => Promise<T>, time?: Pick<TimeLeft, 'signal'>): Promise<T> {
  if (isKnownCaller(secret)) return look()
  holder.leadlineSecretPlaces ??= createPlaces(limits)
  return holder.leadlineSecretPlaces({ keys: [`address ${addressOfTurn()}`], known: false }, look, time?.signal)
}
