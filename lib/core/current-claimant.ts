import type { Claimant } from './round-robin'

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineClaimant?: () => Claimant | null }

/** What no request has asked for: the work of a process and of commands. */
const noRequest: Claimant = { crowd: '', one: '' }

/** Lets `find` say for whom the code that calls it runs, from now on; null for no request. */
export function findClaimantsBy(find: () => Claimant | null): void {
  holder.leadlineClaimant = find
}

/** For whom this code runs. */
export function currentClaimant(): Claimant {
  return holder.leadlineClaimant?.() ?? noRequest
}
