import { emptyQueue, fairQueue, type QueueOwner, type QueueState } from '@/lib/core/fair-queue'

/** Of the process: the state alone, as of reports. */
const holder = globalThis as { leadlineChanges?: QueueState }

/** A change may wait for another of its organization, with a connection that everyone needs. */
const limits = {
  running: { total: 6, organization: 2, person: 2 },
  waiting: { organization: 24, person: 8 },
  maxWaitMs: 10_000,
}

holder.leadlineChanges ??= emptyQueue()

/** Runs what a person changes, a few at once for each organization and person. Throws `unavailable` beyond that. */
export const changeInTurn: <T>(owner: QueueOwner, work: () => Promise<T>) => Promise<T> = fairQueue(
  limits,
  holder.leadlineChanges,
)
