import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { AppError } from '@/lib/core/errors'
import { applyMigrations, applyTogether, holdMigrations } from '@/lib/db/migrations/apply'
import { connectTo } from '@/lib/db/migrations/connect'
import { checksumOf, type Migration, readMigrations } from '@/lib/db/migrations/files'
import { findPending } from '@/lib/db/migrations/pending'
import type { Queryable } from '@/lib/db/transaction'
import { noBackup, type Part, readArchive } from './archive'
import { checkKeys, restoreKeys } from './keys'
import { type BackupHead, backupEnd, backupHead, type TableHead, tableEnd, tableHead } from './notes'
import { inOwnTransaction } from './transaction'
import { readTables } from './write'

export type Restored = { createdAt: string; version: string; tables: number; rows: number; migrated: string[] }

type Options = {
  /** Restore although tokens of connections cannot be decrypted. */
  otherKey: boolean
  onProgress: (progress: { phase: string; done: number; total: number }) => void
}

/**
 * Fills an empty database from a backup: all of it or nothing. The file is read to its end before anything is written.
 * The database gets the migrations of the backup, its rows, and then the migrations of this version. Throws `invalid`
 * for a file that is no whole backup, and `conflict` for one that this version or installation cannot use, and for a
 * database that is not empty.
 */
export async function restoreBackup(databaseUrl: string, file: string, options: Options): Promise<Restored> {
  const total = await sizeOf(file)
  const head = await check(file, (done) => options.onProgress({ phase: 'Checking', done, total }))
  const migrations = migrationsOf(head, await readMigrations())
  if (!options.otherKey) await checkKeys(head.keys)
  const counts = await inOwnTransaction(databaseUrl, async (client) => {
    await holdMigrations(client)
    await refuseFilled(client)
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    await applyTogether(client, migrations)
    const counts = await load(client, file, (done) => options.onProgress({ phase: 'Restoring', done, total }))
    await restoreKeys(head.keys)
    return counts
  })
  const migrated = await applyMigrations(databaseUrl)
  await connectTo(databaseUrl, (pool) => pool.query('ANALYZE'))
  return { createdAt: head.createdAt, version: head.version, ...counts, migrated }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new AppError('not_found', `${file} is not a file`)
  return found.size
}

/** Reads the file to its end. */
async function check(file: string, onBytes: (bytes: number) => void): Promise<BackupHead> {
  let head: BackupHead | undefined
  for await (const { part, bytesRead } of readArchive(file)) {
    onBytes(bytesRead)
    head ??= headOf(file, part)
  }
  if (!head) throw new AppError('invalid', `${file} holds nothing. Nothing was restored.`)
  return head
}

function headOf(file: string, part: Part): BackupHead {
  const head = backupHead.safeParse('note' in part && part.note)
  if (head.success) return head.data
  throw noBackup(file, head.error)
}

function migrationsOf(head: BackupHead, known: readonly Migration[]): Migration[] {
  return head.migrations.map(({ name, checksum }) => {
    const migration = known.find((each) => each.name === name)
    if (migration && checksumOf(migration) === checksum) return migration
    throw new AppError(
      'conflict',
      `The backup is of Leadline ${head.version} and has a migration ${name} that this version does not know. ` +
        'Restore it with that version, or a newer one. Nothing was restored.',
    )
  })
}

async function refuseFilled(client: Queryable): Promise<void> {
  const known = await readMigrations()
  if ((await findPending(client, known)).length === known.length) return
  throw new AppError(
    'conflict',
    'The database is not empty and was left as it is. Restore into an empty one: set LEADLINE_DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
  )
}

/**
 * Copies the rows in, of tables that a backup has. What triggers keep up to date is among the rows, so triggers rest;
 * foreign keys are checked. A file that was changed since it was checked throws, which undoes it.
 */
async function load(
  client: pg.PoolClient,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<{ tables: number; rows: number }> {
  const parts = readArchive(file)
  const known = new Set((await readTables(client)).map(({ name }) => name))
  const counts = { tables: 0, rows: 0 }
  for await (const { part } of parts) {
    const note = 'note' in part ? part.note : undefined
    const table = tableHead.safeParse(note)
    const end = backupEnd.safeParse(note)
    if (table.success) {
      if (!known.has(table.data.table)) throw noBackup(file, new Error('It has a table that backups have not.'))
      counts.rows += await copyIn(client, table.data, parts, onBytes)
      counts.tables += 1
    }
    for (const { name, value } of end.data?.sequences ?? []) {
      await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), value])
    }
  }
  return counts
}

type Parts = ReturnType<typeof readArchive>

async function copyIn(
  client: pg.PoolClient,
  { table, columns }: TableHead,
  parts: Parts,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const name = pg.escapeIdentifier(table)
  await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  const copy = client.query(from(`COPY ${name} (${columns.map(pg.escapeIdentifier).join(', ')}) FROM STDIN`))
  let end: unknown
  await pipeline(rows(), copy)
  const expected = tableEnd.parse(end).rows
  if (copy.rowCount !== expected) throw new Error(`${table} took ${copy.rowCount} of ${expected} rows.`)
  await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  return expected

  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value } = await parts.next()
      if (!value) return
      onBytes(value.bytesRead)
      if ('rows' in value.part) yield value.part.rows
      else {
        end = value.part.note
        return
      }
    }
  }
}
