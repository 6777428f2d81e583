import { fairQueue } from '@/lib/core/fair-queue'
import type { TimeLeft } from '@/lib/db/database-budget'
import { reading } from '@/lib/db/reading'
import { freshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { type LiveAnswer, readLive } from './find-live'
import type { LiveQuestion } from './live-question'

type Key = { organizationId: number; apiKeyId: number }

/** Reports may hold six of the eight connections for people: these are the share of all keys in what is left. */
const run = fairQueue({
  running: { total: 2, organization: 1, person: 1 },
  waiting: { organization: 200, person: 100 },
  maxWaitMs: 1_500,
})

/** Runs what reads for a key, one at a time for each organization. Throws `unavailable` when too many wait, or for long. */
export function runForKey<T>({ organizationId, apiKeyId }: Key, work: () => Promise<T>): Promise<T> {
  return run({ organizationId, userId: apiKeyId }, work)
}

/** `findLive` for a key that has authenticated: in turn, and no longer in the database than its request has time. */
export async function answerLive(key: Key, question: LiveQuestion, time: TimeLeft): Promise<LiveAnswer> {
  const { organizationId } = key
  await freshFirstDeployments(organizationId)
  return runForKey(key, async () => {
    time.signal.throwIfAborted()
    return reading((read) => readLive(read, organizationId, question), time)
  })
}
