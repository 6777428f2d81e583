import pg from 'pg'

/**
 * A pool on a database that is dropped after the test. `end` comes back before the connections are closed, and a drop
 * that is faster ends them with an error that no one catches.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined)
  return pool
}
