import { createPlaces } from '@/lib/core/places'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'
import { enforceSignInLimit, type SignInAttempt } from '@/lib/http/rate-limit/limit-sign-in'

const holder = globalThis as { leadlinePasswordPlaces?: ReturnType<typeof createPlaces> }

/** About as many wait as are hashed in that time. Proxies hang up after a minute. */
const limits = { places: 20, kept: 4, share: 8, waiting: 500, maxWaitMs: 30_000 }

/**
 * Runs what checks or stores a password that a stranger may have sent. One that finds no place does not count as an
 * attempt. An account under attack and an address have a share of the places each; some are kept for browsers in which
 * the account signed in before, which have no share of their address: a crowd there only waits longer. The address of the
 * connection is good enough for turns: where it is that of a proxy, everyone has the same. Throws `unavailable` without a
 * place, and as `enforceSignInLimit` does.
 */
export async function attemptPassword<T>(attempt: SignInAttempt, work: () => Promise<T>): Promise<T> {
  holder.leadlinePasswordPlaces ??= createPlaces(limits)
  const { account, address, browserId } = attempt
  const from = addressOfTurn() ?? address
  const addresses = from ? [`address ${from}`] : []
  const claim = browserId
    ? { keys: [`known ${account}`], shared: addresses, known: true }
    : { keys: [`account ${account}`, ...addresses], known: false }
  return holder.leadlinePasswordPlaces(claim, async () => {
    await enforceSignInLimit(attempt)
    return work()
  })
}
