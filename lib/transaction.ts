import type { Pool, PoolClient } from 'pg'
import { isDatabaseUnavailable } from '@/lib/database-errors'

/** What can run one SQL statement: a pool, or the client of a transaction. */
export type Queryable = Pick<PoolClient, 'query'>

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. A connection that failed or
 * timed out is closed instead, which rolls back as well and does not wait for an answer that may never come.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    const intact = !isDatabaseUnavailable(error) && (await succeeds(client.query('ROLLBACK')))
    client.release(!intact)
    throw error
  }
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
