import type pg from 'pg'
import { connectTo } from '@/lib/db/migrations/connect'

/**
 * Runs `work` in a transaction on a connection of its own. What throws ends the connection, which undoes it also in the
 * middle of a COPY, where no other statement could.
 */
export async function inOwnTransaction<T>(
  databaseUrl: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return connectTo(databaseUrl, async (pool) => {
    const client = await pool.connect()
    client.on('error', () => undefined)
    let done = false
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      done = true
      return result
    } finally {
      client.release(!done)
    }
  })
}
