import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { pendingMigrations } from '@/lib/db/migrations/pending'

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
