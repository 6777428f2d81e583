import type { Pool, PoolClient } from 'pg'
import { isConnectionLost } from '@/lib/db/database-errors'

/** For work that is never aborted. */
export const never = new AbortController().signal

/** What can run one SQL statement: a pool, or the client of a transaction. */
export type Queryable = Pick<PoolClient, 'query'>

/**
 * Runs `work` on a connection of its own, unless `signal` is aborted before there is one. A connection that failed or
 * never answered is closed afterwards, which undoes what it began and does not wait for an answer that may never come.
 */
export async function withConnection<T>(
  pool: Pool,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // A connection that is lost between two statements says so here, and again to the next statement.
  client.on('error', ignore)
  let broken = false
  try {
    signal.throwIfAborted()
    return await work(client)
  } catch (error) {
    broken = isConnectionLost(error)
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

/** Runs `work` in one transaction: committed when it returns, undone when it throws or `signal` is aborted by then. */
export async function inTransaction<T>(
  pool: Pool,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withConnection(pool, signal, (client) => inTransactionOf(client, signal, work))
}

/** The same, on a connection that is held already and in no transaction. */
export async function inTransactionOf<T>(
  client: PoolClient,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const { result } = await inTransactionThen(client, [signal], work, async () => undefined)
  return result
}

/**
 * The same, undone when one of `signals` is aborted, with statements that `ask` sends right behind the commit, in the
 * same round trip: they see what is committed. Their answer is not waited for.
 */
export async function inTransactionThen<T, Answer>(
  client: PoolClient,
  signals: readonly AbortSignal[],
  work: (client: PoolClient) => Promise<T>,
  ask: (result: T) => Promise<Answer>,
): Promise<{ result: T; asked: Promise<Answer> }> {
  // Not waited for: a connection that sends statements ahead sends the first one with it.
  const begun = client.query('BEGIN')
  let refusal: unknown
  begun.catch((error: unknown) => {
    refusal = error
  })
  try {
    const result = await work(client)
    await begun
    for (const signal of signals) signal.throwIfAborted()
    return { result, ...(await commit(client, signals, () => ask(result))) }
  } catch (error) {
    if (!isConnectionLost(error)) await client.query('ROLLBACK')
    // Why the connection was lost, where the first statement was told.
    throw refusal ?? error
  }
}

/** Signals of the transactions that are being committed. */
const committing = new WeakSet<AbortSignal>()

/**
 * Does now what triggers have left for the end of the transaction: what is locked after it is held for a moment only.
 */
export async function runDeferred(client: Queryable): Promise<void> {
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
}

/** Whether a transaction with this signal is being committed: aborting the signal is too late to undo it. */
export function isCommitting(signal: AbortSignal): boolean {
  return committing.has(signal)
}

async function commit<Answer>(client: PoolClient, signals: readonly AbortSignal[], ask: () => Promise<Answer>) {
  for (const signal of signals) committing.add(signal)
  try {
    const committed = client.query('COMMIT')
    const asked = ask()
    asked.catch(ignore)
    await committed
    return { asked }
  } finally {
    for (const signal of signals) committing.delete(signal)
  }
}

/**
 * What statements answer that are sent one right after the other: one round trip where a connection sends ahead. Each
 * sees what those before it waited for. Throws the first failure, when none of them is left under way.
 */
export async function allAnswered<T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(statements)
  return Promise.all(statements)
}

function ignore(): void {}
