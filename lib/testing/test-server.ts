import { join } from 'node:path'
import pg from 'pg'
import { env } from '@/lib/core/env'
import { openEmbeddedPostgres } from '@/lib/db/embedded-postgres/open'
import { databaseOn } from '@/lib/db/migrations/throw-away-database'
import { ensureTemplate } from './template-database'

/**
 * A server to create test databases on, our connection to it, and a database there to copy them from. Everyone
 * connects to its database `postgres`: advisory locks are seen within one database only.
 */
export type TestServer = { url: string; client: pg.Client; template: string; release: () => Promise<void> }

/** Opens the server of DATABASE_URL, else an embedded one apart from the data of development. */
export async function openTestServer(): Promise<TestServer> {
  const configured = env().DATABASE_URL
  const embedded = configured ? undefined : await openEmbeddedPostgres(join(env().LEADLINE_DATA_DIR, 'test'))
  const url = databaseOn(configured ?? embedded?.url ?? '', 'postgres')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  if (embedded) await prepare(client)
  const template = await ensureTemplate(client, url)
  const release = async () => {
    await client.end()
    await embedded?.release()
  }
  return { url, client, template, release }
}

/** Speed rather than durability, and no statistics but those that a test asks for: autovacuum comes when it likes. */
async function prepare(client: pg.Client): Promise<void> {
  await client.query('ALTER SYSTEM SET fsync = off')
  await client.query('ALTER SYSTEM SET autovacuum = off')
  await client.query('SELECT pg_reload_conf()')
}
