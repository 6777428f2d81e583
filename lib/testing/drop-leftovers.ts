import type pg from 'pg'
import { testDatabasePrefix } from './create-test-database'
import { templatePrefix } from './template-database'

/** Drops the test databases and templates that no living process has locked. */
export async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1) OR starts_with(datname, $2)',
    [testDatabasePrefix, templatePrefix],
  )
  for (const { name } of rows) {
    const { rows: locks } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS free', [
      name,
    ])
    if (!locks[0]?.free) continue
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [name])
  }
}
