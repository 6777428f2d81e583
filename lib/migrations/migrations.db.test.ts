import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openPool } from '@/lib/testing/open-pool'
import { adapterFactory } from './adapter'
import { applyMigrations } from './apply'
import { diffMigrations } from './diff'
import { readMigrations } from './files'
import { pendingMigrations } from './pending'
import { withThrowAwayDatabase } from './throw-away-database'

const onEmptyDatabase = (work: (url: string) => Promise<void>) => withThrowAwayDatabase(inject('testServerUrl'), work)

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test('the migrations lead to schema.prisma', async () => {
  expect(await diffMigrations(inject('testServerUrl'))).toBe('')
})

test('an empty database lacks every migration, a migrated one none', async () => {
  const names = (await readMigrations()).map(({ name }) => name)
  await onEmptyDatabase(async (url) => {
    expect(await pendingMigrations(url)).toEqual(names)
    expect(await applyMigrations(url)).toEqual(names)
    expect(await pendingMigrations(url)).toEqual([])
    expect(await applyMigrations(url)).toEqual([])
  })
})

test('what is applied is recorded as prisma migrate records it', async () => {
  const expected = (await readMigrations()).map(({ name, sql }) => ({
    migration_name: name,
    checksum: createHash('sha256').update(sql).digest('hex'),
    finished: true,
    rolled_back_at: null,
    logs: null,
    applied_steps_count: 1,
  }))
  await onEmptyDatabase(async (url) => {
    await applyMigrations(url)
    const recorded = await query(
      url,
      `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at, logs, applied_steps_count
       FROM _prisma_migrations ORDER BY migration_name`,
    )
    expect(recorded).toEqual(expected)
  })
})

test('processes that migrate at once apply each migration once', async () => {
  const names = (await readMigrations()).map(({ name }) => name)
  await onEmptyDatabase(async (url) => {
    const applied = await Promise.all([applyMigrations(url), applyMigrations(url), applyMigrations(url)])
    expect(applied.flat().sort()).toEqual(names)
  })
})

test('a migration that fails leaves no trace and works once its cause is gone', async () => {
  await onEmptyDatabase(async (url) => {
    await query(url, 'CREATE VIEW organizations AS SELECT 1')
    await expect(applyMigrations(url)).rejects.toThrow(/_init failed and was undone: .*"organizations" already exists/s)
    expect(await query(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
    await query(url, 'DROP VIEW organizations')
    expect(await applyMigrations(url)).toHaveLength((await readMigrations()).length)
  })
})

test('a script runs as a whole: semicolons in strings and function bodies end no statement', async () => {
  await onEmptyDatabase(async (url) => {
    const pool = openPool({ connectionString: url, max: 1 })
    const adapter = await adapterFactory(pool, () => undefined).connect()
    await adapter.executeScript(`
      CREATE FUNCTION answer() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$;
      CREATE TABLE answers AS SELECT answer();
    `)
    await pool.end()
    expect(await query(url, 'SELECT * FROM answers')).toEqual([{ answer: 'a;b' }])
  })
})
