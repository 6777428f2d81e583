import pg from 'pg'
import { to } from 'pg-copy-streams'
import { AppError } from '@/lib/core/errors'
import { holdMigrations } from '@/lib/db/migrations/apply'
import { readMigrations } from '@/lib/db/migrations/files'
import { findPending } from '@/lib/db/migrations/pending'
import type { Queryable } from '@/lib/db/transaction'
import { version } from '@/package.json'
import { type Part, writeArchive } from './archive'
import { readKeys } from './keys'
import { writeNewFile } from './new-file'
import type { BackupEnd, BackupHead, TableEnd, TableHead } from './notes'
import { inOwnTransaction } from './transaction'

export type Backup = { file: string; bytes: number; tables: number; rows: number; keys: string[] }

type OnProgress = (progress: { phase: string; done: number; total: number }) => void

/**
 * Writes all tables as they are at one moment, and the keys of the data directory, to a new file that its owner alone
 * may read. Others go on reading and writing meanwhile; migrations wait. Throws `conflict` when the file exists, when
 * the database has no table of Leadline, and as `findPending` does.
 */
export async function writeBackup(databaseUrl: string, file: string, onProgress: OnProgress): Promise<Backup> {
  let counts = { tables: 0, rows: 0 }
  const keys = await readKeys()
  const bytes = await writeNewFile(file, (unfinished) =>
    // On a connection of its own: the snapshot of the other one has to be younger than this lock.
    inOwnTransaction(databaseUrl, async (holder) => {
      await holdMigrations(holder)
      await inOwnTransaction(databaseUrl, async (client) => {
        await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
        await writeArchive(unfinished, parts(client))
      })
    }),
  )
  return { file, bytes, ...counts, keys: Object.keys(keys.generated) }

  async function* parts(client: pg.PoolClient): AsyncGenerator<Part> {
    const migrations = await readApplied(client)
    const tables = await readTables(client)
    const head: BackupHead = { version, createdAt: new Date().toISOString(), migrations, keys }
    yield { note: head }
    await client.query(plainText)
    for (const [done, table] of tables.entries()) {
      onProgress({ phase: 'Backing up', done, total: tables.length })
      yield { note: { table: table.name, columns: table.columns } satisfies TableHead }
      const columns = table.columns.map(pg.escapeIdentifier).join(', ')
      const copy = client.query(to(`COPY ${pg.escapeIdentifier(table.name)} (${columns}) TO STDOUT`))
      copy.on('error', () => undefined)
      for await (const rows of copy) yield { rows }
      yield { note: { rows: copy.rowCount ?? 0 } satisfies TableEnd }
      counts = { tables: done + 1, rows: counts.rows + (copy.rowCount ?? 0) }
    }
    // Last: sequences belong to no snapshot, and may be ahead of the rows but not behind them.
    yield { note: { sequences: await readSequences(client) } satisfies BackupEnd }
  }
}

/** Text that any Postgres reads as it was written. */
const plainText = `SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL extra_float_digits = 3;
  SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

async function readApplied(client: Queryable): Promise<BackupHead['migrations']> {
  const known = await readMigrations()
  if ((await findPending(client, known)).length === known.length) {
    throw new AppError('conflict', 'The database is empty: there is nothing to back up.')
  }
  const { rows } = await client.query<BackupHead['migrations'][number]>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  return rows
}

type Table = { name: string; columns: string[]; references: string[] }

/** All tables with the columns that are not computed, each behind those that it refers to. */
export async function readTables(client: Queryable): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT t.relname AS name,
      array(SELECT attname::text FROM pg_attribute
        WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
      array(SELECT DISTINCT other.relname::text FROM pg_constraint c JOIN pg_class other ON other.oid = c.confrelid
        WHERE c.conrelid = t.oid AND c.contype = 'f' AND other.oid <> t.oid) AS references
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
    WHERE t.relkind = 'r' AND t.relname <> '_prisma_migrations'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = t.oid AND deptype = 'e')
    ORDER BY t.relname`)
  const ordered: Table[] = []
  while (ordered.length < rows.length) {
    const placed = new Set(ordered.map(({ name }) => name))
    const next = rows.filter(
      ({ name, references }) => !placed.has(name) && references.every((reference) => placed.has(reference)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    ordered.push(...next)
  }
  return ordered
}

async function readSequences(client: Queryable): Promise<BackupEnd['sequences']> {
  const { rows } = await client.query<BackupEnd['sequences'][number]>(`
    SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`)
  return rows
}
