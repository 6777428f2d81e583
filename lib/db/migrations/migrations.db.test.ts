import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { applyMigrations } from './apply'
import { diffMigrations } from './diff'
import { readMigrations } from './files'
import { pendingMigrations } from './pending'
import { withThrowAwayDatabase } from './throw-away-database'

const onEmptyDatabase = (work: (url: string) => Promise<void>) => withThrowAwayDatabase(inject('testServerUrl'), work)

const two = [
  { name: '20260101000000_one', sql: 'CREATE TABLE one (id int); INSERT INTO one VALUES (1);' },
  { name: '20260102000000_two', sql: 'CREATE TABLE two (id int);' },
]

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Tables and what is recorded: what a refusal must leave as it is. */
async function contents(url: string): Promise<unknown> {
  const tables = await query(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)
  const recorded = tables.some(({ tablename }) => tablename === '_prisma_migrations')
  return { tables, rows: recorded ? await query(url, 'SELECT * FROM _prisma_migrations ORDER BY migration_name') : [] }
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
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    migration_name: name,
    checksum: createHash('sha256').update(sql).digest('hex'),
    in_order: true,
    rolled_back_at: null,
    logs: null,
    applied_steps_count: 1,
  }))
  await onEmptyDatabase(async (url) => {
    await applyMigrations(url)
    const recorded = await query(
      url,
      `SELECT id, migration_name, checksum, finished_at >= started_at AS in_order, rolled_back_at, logs,
         applied_steps_count
       FROM _prisma_migrations ORDER BY migration_name`,
    )
    expect(recorded).toEqual(expected)
  })
})

test('processes that migrate at once apply each migration once', async () => {
  await onEmptyDatabase(async (url) => {
    const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(url, two)))
    expect(applied.flat().sort()).toEqual(two.map(({ name }) => name))
    expect(await query(url, 'SELECT * FROM one')).toEqual([{ id: 1 }])
  })
})

test('a migration that fails leaves no trace, and is applied once its cause is gone', async () => {
  await onEmptyDatabase(async (url) => {
    await query(url, 'CREATE VIEW two AS SELECT 1')
    await expect(applyMigrations(url, two)).rejects.toThrow(
      'Migration 20260102000000_two failed and was undone: relation "two" already exists',
    )
    expect(await query(url, 'SELECT migration_name FROM _prisma_migrations')).toEqual([
      { migration_name: '20260101000000_one' },
    ])
    await query(url, 'DROP VIEW two')
    expect(await applyMigrations(url, two)).toEqual(['20260102000000_two'])
  })
})

test.each([
  ['that is newer', two.slice(0, 1), /newer than this version of Leadline, .* 20260102000000_two\. Start the version/],
  ['from before the first release', two.slice(1), /made before the first release \(migration 20260101000000_one\)/],
  [
    'that has an earlier text of a migration',
    two.map((migration) => ({ ...migration, sql: `${migration.sql} ` })),
    /Migration 20260101000000_one was edited after the database had it/,
  ],
])('a database %s is refused and left as it is', async (_name, migrations, sentence) => {
  await onEmptyDatabase(async (url) => {
    await applyMigrations(url, two)
    const before = await contents(url)
    await expect(applyMigrations(url, migrations)).rejects.toThrow(sentence)
    expect(await contents(url)).toEqual(before)
  })
})

test('a migration that prisma migrate left unfinished is refused until it is marked as rolled back', async () => {
  await onEmptyDatabase(async (url) => {
    await applyMigrations(url, two.slice(0, 1))
    await query(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('7', '', '20260102000000_two')`,
    )
    await expect(applyMigrations(url, two)).rejects.toThrow(/20260102000000_two was started by another tool/)
    await query(url, `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = '7'`)
    expect(await applyMigrations(url, two)).toEqual(['20260102000000_two'])
  })
})

test('the database of another program is refused and left as it is', async () => {
  await onEmptyDatabase(async (url) => {
    await query(url, 'CREATE TABLE invoices (id int)')
    await expect(applyMigrations(url)).rejects.toThrow(/tables of another program and was left as it is/)
    expect(await contents(url)).toEqual({ tables: [{ tablename: 'invoices' }], rows: [] })
  })
})

test('a role that lacks rights is told what it needs', async () => {
  const role = `leadline_${randomUUID()}`
  await onEmptyDatabase(async (url) => {
    await query(url, `CREATE ROLE "${role}" LOGIN PASSWORD 'secret'; REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
    const asRole = new URL(url)
    asRole.username = role
    asRole.password = 'secret'
    await expect(applyMigrations(asRole.href)).rejects.toThrow(
      /permission denied for schema public\. The role of the database needs the right to create in it and in its schema/,
    )
    expect(await contents(url)).toEqual({ tables: [], rows: [] })
    await query(url, `DROP ROLE "${role}"`)
  })
})

test('a schema that the address names and the role does not use is refused before anything is made', () =>
  onEmptyDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query('CREATE SCHEMA other')
      await client.query(`ALTER DATABASE "${client.database}" SET search_path = other`)
      const named = `${url}?schema=public`
      await expect(applyMigrations(named)).rejects.toThrow('names the schema public, but its role uses other.')
      await client.query(`ALTER DATABASE "${client.database}" RESET search_path`)
      expect(await applyMigrations(named)).not.toEqual([])
    } finally {
      await client.end()
    }
  }))
