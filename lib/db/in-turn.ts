import { DatabaseUnavailableError, isDatabaseUnavailable } from '@/lib/db/database-errors'

/** What those in one queue share: whether the deployment's row is held by a process that links it. */
export type Turn = { held: boolean }

type Waiting = { go: () => void; fail: (error: unknown) => void }
type Queue = { turn: Turn; waiting: Waiting[] }

/** The routes that store events are bundled apart and share them. */
const holder = globalThis as { leadlineEventQueues?: Map<string, Queue> }
holder.leadlineEventQueues ??= new Map()
const queues = holder.leadlineEventQueues

/** Events of one deployment that may wait in this process, more than any CI system sends at once, and for how long. */
const maxWaiting = 200
const maxWaitingMs = 10_000

/**
 * Runs what stores events of one deployment one after the other in this process: identical ones at once would wait for
 * each other in the database, with a connection each. When the database is out of reach for one, it is for all that wait.
 * Rejects as unavailable when too many wait, or one waits too long.
 */
export async function inTurn<T>(key: string, work: (turn: Turn) => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? { turn: { held: false }, waiting: [] }
  if (queues.has(key)) await waitIn(queue)
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

function waitIn({ waiting }: Queue): Promise<void> {
  const tooMany = new DatabaseUnavailableError('too many events of one deployment at once')
  if (waiting.length >= maxWaiting) throw tooMany
  let timer: NodeJS.Timeout
  return new Promise<void>((go, fail) => {
    const one = { go, fail }
    waiting.push(one)
    timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(one), 1)
      fail(tooMany)
    }, maxWaitingMs)
  }).finally(() => clearTimeout(timer))
}
