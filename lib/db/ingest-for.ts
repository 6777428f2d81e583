import type { PoolClient } from 'pg'
import { type Semaphore, type Semaphores, semaphore, semaphores } from '@/lib/core/semaphore'
import { db } from '@/lib/db/db'
import { inTransaction, inTransactionThen, type Queryable, withConnection } from '@/lib/db/transaction'

/** An organization's share of the ten connections for events: the others stay free while its own are slow. */
const maxEach = 4

/** Host webhooks may name thousands of repositories, or wait for locks: half of what there is stays free for events. */
const maxOfHosts = { all: 5, each: 2 }

/** The routes that store events are bundled apart and share them. */
const holder = globalThis as {
  leadlineIngestTurns?: Semaphores<number>
  leadlineHostTurns?: { all: Semaphore; each: Semaphores<number> }
}

type Work<T> = (client: PoolClient) => Promise<T>

/** Runs `work` on a connection for events once one of the organization's share is free, unless `signal` is aborted. */
export function ingestConnection<T>(organizationId: number, signal: AbortSignal, work: Work<T>): Promise<T> {
  return inTurnOf(organizationId, signal, () => withConnection(db().ingest, signal, work))
}

/**
 * The same in one transaction, for several that wait, with what `ask` sends right behind the commit: resolves when that
 * is done, not when the answer is there. Undone when one of `signals` is aborted by then.
 */
export function ingestTransactionThen<T, Answer>(
  organizationId: number,
  signals: readonly AbortSignal[],
  work: Work<T>,
  ask: (client: PoolClient, result: T) => Promise<Answer>,
): Promise<{ result: T; asked: Promise<Answer> }> {
  return new Promise((resolve, reject) => {
    const asking = ingestConnection(organizationId, AbortSignal.any([...signals]), async (client) => {
      const committed = await inTransactionThen(client, signals, work, (result) => ask(client, result))
      resolve(committed)
      await committed.asked
    })
    asking.catch(reject)
  })
}

/**
 * Runs what a host webhook says in one transaction: undone when `work` throws or `signal` is aborted by then, and no
 * statement is sent after that. Two of an organization and five in all run at once: they keep no events waiting.
 */
export function hostTransaction<T>(
  organizationId: number,
  signal: AbortSignal,
  work: (client: Queryable) => Promise<T>,
): Promise<T> {
  holder.leadlineHostTurns ??= { all: semaphore(maxOfHosts.all), each: semaphores(maxOfHosts.each) }
  const { all, each } = holder.leadlineHostTurns
  return each(organizationId, () =>
    inTurnOf(organizationId, signal, () =>
      all(async () => {
        signal.throwIfAborted()
        return inTransaction(db().ingest, signal, (client) => work(heeding(client, signal)))
      }),
    ),
  )
}

/** Sends no statement once `signal` is aborted: the answer would be of no use any more. */
function heeding(client: PoolClient, signal: AbortSignal): Queryable {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  const unlessAborted: typeof query = (...args) => (signal.aborted ? Promise.reject(signal.reason) : query(...args))
  return { query: unlessAborted as Queryable['query'] }
}

function inTurnOf<T>(organizationId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  holder.leadlineIngestTurns ??= semaphores(maxEach)
  return holder.leadlineIngestTurns(organizationId, async () => {
    signal.throwIfAborted()
    return work()
  })
}
