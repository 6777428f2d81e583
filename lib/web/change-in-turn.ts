import { organizationOfPerson } from '@/lib/accounts/members/crowd-of-person'
import { emptyQueue, fairQueue, type QueueOwner, type QueueState } from '@/lib/core/fair-queue'

type Options = { mustRun: boolean }

/** Of the process: the states alone, as of reports. */
const holder = globalThis as {
  leadlineChanges?: QueueState
  leadlineMarkings?: QueueState
  leadlineAccountChanges?: QueueState
  leadlineNewcomerChanges?: QueueState
}

holder.leadlineChanges ??= emptyQueue()
holder.leadlineMarkings ??= emptyQueue()
holder.leadlineAccountChanges ??= emptyQueue()
holder.leadlineNewcomerChanges ??= emptyQueue()

/** A change may wait for another of its organization, with a connection that everyone needs. */
const ofOrganizations = fairQueue(
  {
    running: { total: 6, organization: 2, person: 2 },
    waiting: { organization: 24, person: 8 },
    maxWaitMs: 10_000,
  },
  holder.leadlineChanges,
)

/** Of an organization with a million deployments such a change takes many seconds: most turns stay free for others. */
const ofMarkings = fairQueue(
  {
    running: { total: 2, organization: 1, person: 1 },
    waiting: { organization: 8, person: 8 },
    maxWaitMs: 10_000,
  },
  holder.leadlineMarkings,
)

/** An organization may have thousands of accounts: their changes have turns apart from all others, and one of them at once. */
const accountLimits = {
  running: { total: 2, organization: 1, person: 1 },
  waiting: { organization: 24, person: 8 },
  maxWaitMs: 10_000,
}
const ofAccounts = fairQueue(accountLimits, holder.leadlineAccountChanges)

/** So have those of people without an organization, each of whom is one: who joins their first is among them. */
const ofNewcomers = fairQueue(accountLimits, holder.leadlineNewcomerChanges)

/** Runs what a person changes, a few at once for each organization and person. Throws `unavailable` beyond that. */
export function changeInTurn<T>(owner: QueueOwner, work: () => Promise<T>, options?: Options): Promise<T> {
  return ofOrganizations(owner, work, options)
}

/**
 * The same for a change that marks deployments to be linked again, which may be very many: two at once in such turns, one
 * of an organization.
 */
export function markInTurn<T>(owner: QueueOwner, work: () => Promise<T>, options?: Options): Promise<T> {
  return ofMarkings(owner, () => ofOrganizations(owner, work, options), options)
}

/**
 * Runs what a person changes of their own account, one after the other of the people of an organization. Throws
 * `unavailable` beyond that.
 */
export function changeAccountInTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
  const organizationId = organizationOfPerson(userId)
  if (organizationId) return ofAccounts({ organizationId, userId }, work)
  return ofNewcomers({ organizationId: -userId, userId }, work)
}
