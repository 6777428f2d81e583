import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'

/** Resolves when the database answers; rejects within three seconds when it does not. */
export async function checkDatabase(): Promise<void> {
  await databaseBudget()(() => db().ingest.query('SELECT 1'))
}
