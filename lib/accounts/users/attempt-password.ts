import { enforceSignInLimit, type SignInAttempt } from '@/lib/http/rate-limit/limit-sign-in'
import { createPlaces } from './places'

const holder = globalThis as { leadlinePasswordPlaces?: ReturnType<typeof createPlaces> }

/**
 * Runs what checks or stores a password that a stranger may have sent. One that finds no place does not count as an
 * attempt: many wrong passwords at once cost an account no more attempts than are checked. An account under attack and
 * a client's address have a share of the places each; some are kept for browsers in which the account signed in before.
 * Throws `unavailable` without a place, and as `enforceSignInLimit` does.
 */
export async function attemptPassword<T>(attempt: SignInAttempt, work: () => Promise<T>): Promise<T> {
  holder.leadlinePasswordPlaces ??= createPlaces({ places: 60, kept: 10, share: 8 })
  const { account, address, browserId } = attempt
  const strangers = [`account ${account}`, ...(address ? [`address ${address}`] : [])]
  const claim = { keys: browserId ? [`known ${account}`] : strangers, known: browserId !== null }
  return holder.leadlinePasswordPlaces(claim, async () => {
    await enforceSignInLimit(attempt)
    return work()
  })
}
