import { AsyncLocalStorage } from 'node:async_hooks'
import type { Claimant } from './round-robin'

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as {
  leadlineClaimant?: () => Claimant | null
  leadlineOwnClaimant?: AsyncLocalStorage<Claimant>
}

/** What no request has asked for: the work of a process and of commands. */
const noRequest: Claimant = { crowd: '', one: '' }

/** Lets `find` say for whom the code that calls it runs, from now on; null for no request. */
export function findClaimantsBy(find: () => Claimant | null): void {
  holder.leadlineClaimant = find
}

/**
 * Runs what is done for several who asked, and would wait in the line of the one who came first, as a claimant of its
 * own; for the process unless one is given.
 */
export function asClaimant<T>(work: () => T, claimant = noRequest): T {
  // Where nothing runs for a request, it would only cost time.
  if (!holder.leadlineClaimant) return work()
  holder.leadlineOwnClaimant ??= new AsyncLocalStorage()
  return holder.leadlineOwnClaimant.run(claimant, work)
}

/** For whom this code runs. */
export function currentClaimant(): Claimant {
  return holder.leadlineOwnClaimant?.getStore() ?? holder.leadlineClaimant?.() ?? noRequest
}
