import { isDatabaseUnavailable } from '@/lib/database-errors'

/** What those in one queue tell each other: whether the deployment's row is held by a process that links it. */
export type Turn = { held: boolean }

type Waiting = { go: () => void; fail: (error: unknown) => void }

const queues = new Map<string, { turn: Turn; waiting: Waiting[] }>()

/**
 * Runs what stores events of one deployment one after the other in this process: identical ones at once would wait for
 * each other in the database, with a connection each. When the database is out of reach for one, it is for all who wait.
 */
export async function inTurn<T>(key: string, work: (turn: Turn) => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? { turn: { held: false }, waiting: [] }
  if (queues.has(key)) await new Promise<void>((go, fail) => queue.waiting.push({ go, fail }))
  else queues.set(key, queue)
  try {
    return await work(queue.turn)
  } catch (error) {
    if (isDatabaseUnavailable(error)) for (const { fail } of queue.waiting.splice(0)) fail(error)
    throw error
  } finally {
    const next = queue.waiting.shift()
    if (next) next.go()
    else queues.delete(key)
  }
}
