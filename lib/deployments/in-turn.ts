import { DatabaseUnavailableError, isDatabaseUnavailable } from '@/lib/database-errors'

/** What those in one queue tell each other: whether the deployment's row is held by a process that links it. */
export type Turn = { held: boolean }

type Waiting = { go: () => void; fail: (error: unknown) => void }
type Queue = { turn: Turn; waiting: Waiting[] }

const queues = new Map<string, Queue>()

/** Events of one deployment that may wait in this process: more than any CI system sends at once. */
const maxWaiting = 200

/**
 * Runs what stores events of one deployment one after the other in this process: identical ones at once would wait for
 * each other in the database, with a connection each. When the database is out of reach for one, it is for all who wait.
 * Who waits gives up when `signal` is aborted. Rejects as unavailable when too many wait.
 */
export async function inTurn<T>(key: string, signal: AbortSignal, work: (turn: Turn) => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? { turn: { held: false }, waiting: [] }
  if (queues.has(key)) await waitIn(queue, signal)
  else queues.set(key, queue)
  try {
    return await work(queue.turn)
  } catch (error) {
    if (isDatabaseUnavailable(error) && !signal.aborted) for (const { fail } of queue.waiting.splice(0)) fail(error)
    throw error
  } finally {
    const next = queue.waiting.shift()
    if (next) next.go()
    else queues.delete(key)
  }
}

function waitIn({ waiting }: Queue, signal: AbortSignal): Promise<void> {
  if (waiting.length >= maxWaiting) throw new DatabaseUnavailableError('too many events of one deployment at once')
  return new Promise<void>((go, fail) => {
    const one = { go, fail }
    waiting.push(one)
    signal.addEventListener('abort', () => {
      const index = waiting.indexOf(one)
      if (index >= 0) waiting.splice(index, 1)
      fail(signal.reason)
    })
  })
}
