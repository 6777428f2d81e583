import { AppError } from '@/lib/core/errors'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { connectTo } from './connect'
import { checksumOf, type Migration, readMigrations } from './files'
import { findPending } from './pending'

/** The lock and the table of `prisma migrate deploy`. */
const lock = 72707369
const table = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

/**
 * Brings the database up to date and returns the names of the migrations that this call applied. Each is applied and
 * recorded in one transaction, so a failure or a crash leaves nothing half done. Processes that call this at once take
 * turns. Throws as `findPending` does, and AppError `internal` for a migration that fails.
 */
export async function applyMigrations(databaseUrl: string, migrations?: readonly Migration[]): Promise<string[]> {
  const known = migrations ?? (await readMigrations())
  const applied: string[] = []
  await connectTo(databaseUrl, async (pool) => {
    for (;;) {
      const name = await inTransaction(pool, never, (client) => applyNext(client, known))
      if (!name) return
      applied.push(name)
    }
  })
  return applied
}

/** The same within the transaction of `client`, which has to be READ COMMITTED: all of them or none. */
export async function applyTogether(client: Queryable, migrations: readonly Migration[]): Promise<void> {
  while (await applyNext(client, migrations));
}

/** Makes anyone who migrates wait until the transaction of `client` ends. */
export async function holdMigrations(client: Queryable): Promise<void> {
  // Each statement has to see what others committed while this one waited for the lock.
  await client.query(`SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(${lock})`)
}

/** Applies the oldest migration that the database lacks and returns its name; undefined when it lacks none. */
async function applyNext(client: Queryable, migrations: readonly Migration[]): Promise<string | undefined> {
  await holdMigrations(client)
  const [next] = await findPending(client, migrations)
  if (!next) return undefined
  await client.query(table)
  await client.query(next.sql).catch((error: Error) => {
    throw new AppError(
      'internal',
      `Migration ${next.name} failed and was undone: ${error.message}`,
      {},
      { cause: error },
    )
  })
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
    [checksumOf(next), next.name],
  )
  return next.name
}
