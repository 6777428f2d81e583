import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { env } from '@/lib/core/env'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { readMigrations } from '@/lib/db/migrations/files'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { useSettings } from '@/lib/testing/settings'
import { type Part, readArchive, writeArchive } from './archive'
import { restoreBackup } from './restore'
import { writeBackup } from './write'

const quiet = () => undefined
const options = { otherKey: false, onProgress: quiet }
let folder = ''
let whole = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline backup '))
  const { tenant, shas } = await tenantWithHistory(4)
  await deploy(tenant, { commitSha: at(shas, 1), metadata: { note: 'tab\t, line\n, back\\slash, \\. and ünïcode' } })
  await deploy(tenant, { commitSha: at(shas, 3), status: 'failure' })
  // Requests are recorded a moment after their answers.
  await vi.waitFor(async () => expect(await ask(url(), 'SELECT FROM webhook_requests')).toHaveLength(2), 30_000)
  whole = path.join(folder, 'whole.backup')
  await writeBackup(url(), whole, quiet)
})

beforeEach(() => useKeys('data'))

afterAll(() => rm(folder, { recursive: true }))

/** A data directory, and the key of the setting. */
function useKeys(name: string, ENCRYPTION_KEY = ''): void {
  useSettings({ LEADLINE_DATA_DIR: path.join(folder, name), ENCRYPTION_KEY, NEXTAUTH_SECRET: '' })
}

const url = () => env().DATABASE_URL ?? ''

const empty = (work: (url: string) => Promise<void>) => withThrowAwayDatabase(url(), work)

async function ask<Row extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** All rows of all tables, next values of sequences and which triggers are on. */
async function contentsOf(databaseUrl: string): Promise<Record<string, unknown>> {
  const tables = await ask<{ name: string }>(
    databaseUrl,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  const contents: Record<string, unknown> = {
    migrations: await ask(databaseUrl, 'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1'),
    sequences: await ask(databaseUrl, 'SELECT sequencename, last_value FROM pg_sequences ORDER BY 1'),
    triggers: await ask(
      databaseUrl,
      'SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgrelid::regclass::text, tgname',
    ),
  }
  for (const { name } of tables) contents[name] = await ask(databaseUrl, `SELECT t::text FROM "${name}" t ORDER BY 1`)
  return contents
}

async function hasTables(databaseUrl: string): Promise<boolean> {
  return (await ask(databaseUrl, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).length > 0
}

/** A backup of which `change` may replace or leave out parts. */
async function altered(change: (part: Part) => Part | undefined): Promise<string> {
  const file = path.join(folder, `altered ${Math.random()}.backup`)
  async function* parts() {
    for await (const { part } of readArchive(whole)) {
      const changed = change(part)
      if (changed) yield changed
    }
  }
  await writeArchive(file, parts())
  return file
}

it('brings back every row of every table, sequences and triggers, into a database that was empty', async () => {
  await empty(async (target) => {
    const before = await contentsOf(url())
    expect(before.deployments).toHaveLength(2)
    expect(before.deliveries).not.toEqual([])
    expect((await stat(whole)).mode & 0o777).toBe(0o600)

    const restored = await restoreBackup(target, whole, options)
    expect(restored).toMatchObject({ migrated: [], tables: Object.keys(before).length - 3 })
    expect(await contentsOf(target)).toEqual(before)
  })
})

it('is of one moment, while others write', async () => {
  const file = path.join(folder, 'one moment.backup')
  const writer = new pg.Client({ connectionString: url() })
  await writer.connect()
  await writer.query('BEGIN; LOCK TABLE organizations')
  const writing = writeBackup(url(), file, quiet)
  await vi.waitFor(async () => {
    const waiting = await ask(url(), `SELECT FROM pg_locks WHERE NOT granted AND relation = 'organizations'::regclass`)
    expect(waiting).toHaveLength(1)
  })
  const email = 'meanwhile@example.com'
  await writer.query(`INSERT INTO users (email, name) VALUES ('${email}', 'x'); COMMIT`)
  await writing
  await writer.query(`DELETE FROM users WHERE email = '${email}'`)
  await writer.end()
  await empty(async (target) => {
    await restoreBackup(target, file, options)
    expect(await ask(target, `SELECT FROM users WHERE email = '${email}'`)).toEqual([])
  })
})

it('migrates what an older version wrote', async () => {
  const known = await readMigrations()
  const file = path.join(folder, 'older.backup')
  await empty(async (source) => {
    await applyMigrations(source, known.slice(0, -1))
    await ask(source, `INSERT INTO organizations (slug, name) VALUES ('older', 'Older')`)
    await writeBackup(source, file, quiet)
  })
  await empty(async (target) => {
    expect(await restoreBackup(target, file, options)).toMatchObject({ rows: 1, migrated: [known.at(-1)?.name] })
    expect(await ask(target, 'SELECT slug FROM organizations')).toEqual([{ slug: 'older' }])
  })
})

const half = (bytes: Buffer) => Math.floor(bytes.length / 2)

it.each([
  ['empty', (bytes: Buffer) => bytes.subarray(0, 0)],
  ['truncated', (bytes: Buffer) => bytes.subarray(0, half(bytes))],
  ['short of its last byte', (bytes: Buffer) => bytes.subarray(0, -1)],
  [
    'changed in the middle',
    (bytes: Buffer) => bytes.fill(bytes.readUInt8(half(bytes)) ^ 1, half(bytes), half(bytes) + 1),
  ],
  ['of another program', () => Buffer.from('PGDMP')],
])('refuses a file that is %s, and writes nothing', async (_name, damage) => {
  const file = path.join(folder, 'damaged.backup')
  await writeFile(file, damage(await readFile(whole)))
  await empty(async (target) => {
    await expect(restoreBackup(target, file, options)).rejects.toThrow(/truncated or was changed. Nothing was restored/)
    expect(await hasTables(target)).toBe(false)
  })
})

it('refuses rows without those that they refer to, and leaves the database empty', async () => {
  let isOfOrganizations = false
  const file = await altered((part) => {
    if ('note' in part) isOfOrganizations = (part.note as { table?: string }).table === 'organizations'
    else if (isOfOrganizations) return undefined
    return part
  })
  await empty(async (target) => {
    await expect(restoreBackup(target, file, options)).rejects.toThrow(/organizations took 0 of 1 rows/)
    expect(await hasTables(target)).toBe(false)
    await restoreBackup(target, whole, options)
  })
})

it('refuses rows of a table that no backup has, and leaves the database empty', async () => {
  const file = await altered((part) => {
    const note = 'note' in part ? (part.note as { table?: string }) : {}
    return note.table === 'organizations' ? { note: { ...note, table: '_prisma_migrations' } } : part
  })
  await empty(async (target) => {
    await expect(restoreBackup(target, file, options)).rejects.toThrow(/is not a backup of Leadline/)
    expect(await hasTables(target)).toBe(false)
  })
})

it('refuses an archive of something else', async () => {
  const file = path.join(folder, 'other.backup')
  await writeArchive(
    file,
    (async function* () {
      yield { note: { version: 1 } }
    })(),
  )
  await empty(async (target) => {
    await expect(restoreBackup(target, file, options)).rejects.toThrow(/is not a backup of Leadline/)
  })
})

it('refuses a backup of a newer version', async () => {
  const file = await altered((part) => {
    const note = 'note' in part && (part.note as { migrations?: object[] })
    if (!note || note.migrations === undefined) return part
    return { note: { ...note, migrations: [...note.migrations, { name: '29990101000000_later', checksum: 'x' }] } }
  })
  await empty(async (target) => {
    await expect(restoreBackup(target, file, options)).rejects.toThrow(
      /29990101000000_later that this version does not/,
    )
    expect(await hasTables(target)).toBe(false)
  })
})

it('refuses a database that is in use, and to write over a file', async () => {
  const before = await contentsOf(url())
  await expect(restoreBackup(url(), whole, options)).rejects.toThrow(/not empty and was left as it is/)
  expect(await contentsOf(url())).toEqual(before)
  await expect(writeBackup(url(), whole, quiet)).rejects.toThrow(/exists/)
  await empty(async (source) => {
    const file = path.join(folder, 'of nothing.backup')
    await expect(writeBackup(source, file, quiet)).rejects.toThrow(/is empty/)
    expect((await readdir(folder)).filter((name) => name.includes('of nothing'))).toEqual([])
  })
})

it('carries the keys of the data directory, and recognises that of a setting', async () => {
  const generated = path.join(folder, 'generated.backup')
  const key = 'generated-key-of-32-bytes'
  await mkdir(path.join(folder, 'home'))
  await writeFile(path.join(folder, 'home/encryption-key'), key)
  useKeys('home')
  expect(await writeBackup(url(), generated, quiet)).toMatchObject({ keys: ['encryption-key'] })

  await empty(async (target) => {
    useKeys('home', 'another key than that')
    await expect(restoreBackup(target, generated, options)).rejects.toThrow(/ENCRYPTION_KEY is not the one/)
    expect(await hasTables(target)).toBe(false)
    useKeys('elsewhere')
    await restoreBackup(target, generated, options)
    const file = path.join(folder, 'elsewhere/encryption-key')
    expect({ key: await readFile(file, 'utf8'), mode: (await stat(file)).mode & 0o777 }).toEqual({ key, mode: 0o600 })
  })

  const set = path.join(folder, 'set.backup')
  useKeys('home', 'the key of a setting')
  expect(await writeBackup(url(), set, quiet)).toMatchObject({ keys: [] })
  await empty(async (target) => {
    useKeys('third')
    await expect(restoreBackup(target, set, options)).rejects.toThrow(/Set ENCRYPTION_KEY as it was/)
    useKeys('home')
    await expect(restoreBackup(target, set, options)).rejects.toThrow(/encryption-key is not the key of the backup/)
    await restoreBackup(target, set, { ...options, otherKey: true })
  })
})
