import { isKnownCaller } from '@/lib/accounts/known-callers'
import { type Semaphore, semaphore } from '@/lib/core/semaphore'

/** At once of a process: what is made up costs its sender nothing, and each look-up a connection that pages need. */
const strangersAtOnce = 2

/** The routes that look secrets up are bundled apart and share them. */
const holder = globalThis as { leadlineSecretTurns?: Semaphore }

/**
 * Looks up whom a secret is of, on the connections of pages: at once where it was accepted in the last ten minutes, else
 * in turn with other strangers.
 */
export function lookUpSecret<T>(secret: string, look: () => Promise<T>): Promise<T> {
  if (isKnownCaller(secret)) return look()
  holder.leadlineSecretTurns ??= semaphore(strangersAtOnce)
  return holder.leadlineSecretTurns(look)
}
