import { db } from '@/lib/db'
import { withDatabase } from '@/lib/embedded-postgres/open-database'
import { env } from '@/lib/env'
import { applyMigrations } from '@/lib/migrations/apply'
import { pendingMigrations } from '@/lib/migrations/pending'

/**
 * Runs `work` with a database that has every migration: the embedded one is started, and migrated, when it needs to
 * be; a shared one has to be migrated by its operator.
 */
export async function withMigratedDatabase(work: () => Promise<void>): Promise<void> {
  const shared = env().DATABASE_URL !== undefined
  await withDatabase(async (databaseUrl) => {
    if (!shared) await applyMigrations(databaseUrl)
    else if ((await pendingMigrations(databaseUrl)).length > 0) {
      throw new Error('The database lacks migrations. Run `leadline migrate` first.')
    }
    await work().finally(() => db().close())
  })
}
