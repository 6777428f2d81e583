import { createHash } from 'node:crypto'
import type pg from 'pg'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { readMigrations } from '@/lib/db/migrations/files'
import { databaseOn } from '@/lib/db/migrations/throw-away-database'

export const templatePrefix = 'leadline_template_'

/**
 * The name of a database with every migration and no rows, created when there is none for these migrations. The
 * caller holds a shared lock on the name for as long as `client` is connected, and no one drops it meanwhile.
 */
export async function ensureTemplate(client: pg.Client, serverUrl: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(await readMigrations()))
  const template = `${templatePrefix}${hash.digest('hex').slice(0, 16)}`
  for (;;) {
    await client.query('SELECT pg_advisory_lock_shared(hashtext($1))', [template])
    if (await exists(client, template)) return template
    await client.query('SELECT pg_advisory_unlock_shared(hashtext($1))', [template])
    await buildTemplate(client, serverUrl, template)
  }
}

async function buildTemplate(client: pg.Client, serverUrl: string, template: string): Promise<void> {
  const unfinished = `${template}_unfinished`
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [unfinished])
  if (!(await exists(client, template))) {
    await client.query(`DROP DATABASE IF EXISTS "${unfinished}" WITH (FORCE)`)
    await client.query(`CREATE DATABASE "${unfinished}" TEMPLATE template0`)
    await applyMigrations(databaseOn(serverUrl, unfinished))
    // A database with connections cannot be copied.
    await client.query(`ALTER DATABASE "${unfinished}" WITH ALLOW_CONNECTIONS false`)
    await client.query(`ALTER DATABASE "${unfinished}" RENAME TO "${template}"`)
  }
  await client.query('SELECT pg_advisory_unlock(hashtext($1))', [unfinished])
}

async function exists(client: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
  return rowCount === 1
}
