import { isKnownCaller } from '@/lib/accounts/known-callers'
import { createPlaces } from '@/lib/core/places'
import type { TimeLeft } from '@/lib/db/database-budget'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'

/** What is made up costs its sender nothing, and each look-up a connection that pages or events need. */
const limits = { places: 2, kept: 0, share: 1, waiting: 500, maxWaitMs: 10_000 }

/** The routes that look secrets up are bundled apart and share them. */
const holder = globalThis as { leadlineSecretPlaces?: ReturnType<typeof createPlaces> }

/** What a secret came with, unless that is the current request, and until when its answer is waited for. */
type Sent = { request?: Request; time?: Pick<TimeLeft, 'signal'> | undefined }

/**
 * Looks up whom a secret is of: at once where it was accepted in the last ten minutes, else in one of two places, which
 * are not of one address. Throws `unavailable` where too many wait, or none is free in time.
 */
export function lookUpSecret<T>(secret: string, look: () => Promise<T>, { request, time }: Sent = {}): Promise<T> {
  if (isKnownCaller(secret)) return look()
  holder.leadlineSecretPlaces ??= createPlaces(limits)
  return holder.leadlineSecretPlaces({ keys: [`address ${addressOfTurn(request)}`], known: false }, look, time?.signal)
}
