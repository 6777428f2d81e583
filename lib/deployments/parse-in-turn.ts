import { setTimeout as rest } from 'node:timers/promises'
import { emptyQueue, fairQueue, type QueueState } from '@/lib/core/fair-queue'

/** Of the process: the routes of events are bundled apart. */
const holder = globalThis as { leadlineParsing?: QueueState }
holder.leadlineParsing ??= emptyQueue()

const inTurn = fairQueue(
  {
    running: { total: 1, organization: 1, person: 1 },
    waiting: { organization: 200, person: 100 },
    maxWaitMs: 5_000,
  },
  holder.leadlineParsing,
)

/** Shorter ones take less than a millisecond and wait for no turn. */
const shortBytes = 16 * 1024

/** Checking and storing one takes about as long again: this leaves half of the process to others. */
const restsPerParsing = 3

type Key = { organizationId: number; apiKeyId: number }

/**
 * Parses what a key sent, so many bytes. A long event holds up the whole process: one is parsed at a time, organizations
 * take turns, and each is followed by a rest, in which short ones go on. Throws `unavailable` with `Retry-After` when too
 * many of the organization wait, or for long, longer than `maxWaitMs` too.
 */
export async function parseInTurn<T>(
  { organizationId, apiKeyId }: Key,
  bytes: number,
  parse: () => T,
  maxWaitMs?: number,
): Promise<T> {
  if (bytes <= shortBytes) return parse()
  return new Promise((resolve, reject) => {
    const work = async () => {
      const began = performance.now()
      try {
        resolve(parse())
      } catch (error) {
        reject(error)
      }
      await rest(restsPerParsing * (performance.now() - began))
    }
    inTurn({ organizationId, userId: apiKeyId }, work, { maxWaitMs }).catch(reject)
  })
}
