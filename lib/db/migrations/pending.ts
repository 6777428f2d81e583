import { AppError } from '@/lib/core/errors'
import type { Queryable } from '@/lib/db/transaction'
import { connectTo } from './connect'
import { checksumOf, type Migration, readMigrations } from './files'

type Recorded = { name: string; checksum: string; finished: boolean }

/** The names of the migrations that the database lacks, oldest first. Throws as `findPending` does. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations()
  const pending = await connectTo(databaseUrl, (pool) => findPending(pool, migrations))
  return pending.map(({ name }) => name)
}

/**
 * Those of `migrations` that the database lacks. Throws AppError `conflict` for a database that they do not lead to:
 * one of another program or of another version, one with a migration that has not finished or was edited since.
 */
export async function findPending(client: Queryable, migrations: readonly Migration[]): Promise<Migration[]> {
  const recorded = await readRecorded(client)
  for (const record of recorded) {
    const refusal = refusalOf(record, migrations)
    if (refusal) throw new AppError('conflict', refusal)
  }
  const names = new Set(recorded.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

async function readRecorded(client: Queryable): Promise<Recorded[]> {
  // In one statement: a migration that is committed meanwhile must not look like tables without a record.
  const { rows: states } = await client.query<{ recorded: boolean; empty: boolean }>(`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS recorded, NOT EXISTS (
      SELECT FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
      WHERE t.relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = t.oid AND deptype = 'e')
    ) AS empty`)
  if (!states[0]?.recorded) {
    if (states[0]?.empty) return []
    throw new AppError(
      'conflict',
      'The database has tables of another program and was left as it is. Leadline needs a database of its own: change DATABASE_URL.',
    )
  }
  const { rows } = await client.query<Recorded>(`
    SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
    FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`)
  return rows
}

function refusalOf({ name, checksum, finished }: Recorded, migrations: readonly Migration[]): string | undefined {
  const migration = migrations.find((each) => each.name === name)
  if (!migration && migrations[0] && name < migrations[0].name) {
    return `The database was made before the first release (migration ${name}) and was left as it is. Start with an empty one: change LEADLINE_DATA_DIR or DATABASE_URL.`
  }
  if (!migration) {
    return `The database is newer than this version of Leadline, which does not know the migration ${name}. Start the version that applied it, or a newer one.`
  }
  if (!finished) {
    return `Migration ${name} was started by another tool and has not finished. Wait for it; if it failed, restore the database from a backup.`
  }
  if (checksum !== checksumOf(migration)) {
    return `Migration ${name} was edited after the database had it. Restore prisma/migrations/${name}/migration.sql, and write another migration for the change.`
  }
  return undefined
}
