import { emptyQueue, fairQueue, type QueueState } from '@/lib/core/fair-queue'

/** Of the process: each page has this file for itself. */
const holder = globalThis as { leadlineJoins?: QueueState }
holder.leadlineJoins ??= emptyQueue()

/** Each may wait for changes of its organization, with a connection that everyone needs. */
const run = fairQueue(
  {
    running: { total: 3, organization: 1, person: 1 },
    waiting: { organization: 24, person: 24 },
    maxWaitMs: 10_000,
  },
  holder.leadlineJoins,
)

/** Runs what makes someone a member, one after the other in an organization. Throws `unavailable` beyond that. */
export function joinInTurn<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
  return run({ organizationId, userId: null }, work)
}
