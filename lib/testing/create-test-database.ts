import { randomUUID } from 'node:crypto'
import { databaseOn } from '@/lib/db/migrations/throw-away-database'
import { openTestServer } from './test-server'

export const testDatabasePrefix = 'leadline_test_'

/** A database of its own with every migration and no rows. Locked by name for as long as this process uses it. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, client, template, release } = await openTestServer()
  const name = `${testDatabasePrefix}${randomUUID()}`
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
  await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)
  return {
    url: databaseOn(url, name),
    drop: async () => {
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      await release()
    },
  }
}
