import { emptyQueue, fairQueue, type InTurn, type QueueState } from '@/lib/core/fair-queue'
import { noteHostAwaited } from '@/lib/http/request-context'
import type { Reader } from '@/lib/web/run-report'

/** Of the process, as the queue of reports is. */
const holder = globalThis as { leadlineHostCalls?: QueueState }

/** Such work waits most of the time: many of it run at once, and few of each that may keep it waiting. */
const limits = {
  running: { total: 20, organization: 2, person: 1 },
  waiting: { organization: 8, person: 2 },
  maxWaitMs: 10_000,
}

holder.leadlineHostCalls ??= emptyQueue()
const run = fairQueue(limits, holder.leadlineHostCalls)

/**
 * Runs what reads a host page after page while a person waits, a few at once for each organization and person. Not in
 * the turns of reports, which a slow host would keep from others. Throws `unavailable` with `Retry-After` beyond that.
 * To be called after authorization.
 */
export function waitForHost<T>({ organization, user }: Reader, work: () => Promise<T>): Promise<T> {
  noteHostAwaited()
  return run({ organizationId: organization.id, userId: user.id }, work)
}

/**
 * The same for a user of whom it is yet to be found out in which organization they wait. What lets them do so may end
 * meanwhile: `still` throws then, when their turn begins and when it ends.
 */
export function hostTurnsOf(userId: number, still: () => Promise<unknown>): (organizationId: number) => InTurn {
  return (organizationId) => (work) => {
    noteHostAwaited()
    return run({ organizationId, userId }, async () => {
      await still()
      const result = await work()
      await still()
      return result
    })
  }
}
