import type { PoolClient } from 'pg'
import { type Semaphores, semaphores } from '@/lib/core/semaphore'
import { db } from '@/lib/db/db'
import { inTransaction, inTransactionThen, withConnection } from '@/lib/db/transaction'

/** An organization's share of the ten connections for events: the others stay free while its own are slow. */
const maxEach = 4

/** The routes that store events are bundled apart and share one. */
const holder = globalThis as { leadlineIngestTurns?: Semaphores<number> }

type Work<T> = (client: PoolClient) => Promise<T>

/** Runs `work` on a connection for events once one of the organization's share is free, unless `signal` is aborted. */
export function ingestConnection<T>(organizationId: number, signal: AbortSignal, work: Work<T>): Promise<T> {
  return inTurnOf(organizationId, signal, () => withConnection(db().ingest, signal, work))
}

/** The same in one transaction: undone when `work` throws or `signal` is aborted by then. */
export function ingestTransaction<T>(organizationId: number, signal: AbortSignal, work: Work<T>): Promise<T> {
  return inTurnOf(organizationId, signal, () => inTransaction(db().ingest, signal, work))
}

/**
 * The same for several that wait, with what `ask` sends right behind the commit: resolves when that is done, not when the
 * answer is there. Undone when one of `signals` is aborted by then.
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

function inTurnOf<T>(organizationId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  holder.leadlineIngestTurns ??= semaphores(maxEach)
  return holder.leadlineIngestTurns(organizationId, async () => {
    signal.throwIfAborted()
    return work()
  })
}
