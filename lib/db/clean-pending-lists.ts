import { isLockTimeout } from './database-errors'
import { db } from './db'

/** Of advisory locks that say that an index is being cleaned. */
const lockNamespace = 5_323_464

const findIndexes = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
  WHERE a.amname = 'gin' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`

const clean = `
  SELECT gin_clean_pending_list($2::text::regclass)
  WHERE pg_try_advisory_xact_lock($1, hashtext($2::text))`

/**
 * Sorts what events added to the indexes of texts into them, which no event does: many long texts of one organization take
 * longer than an event of another one has time. One process at a time does it for an index, and none while autovacuum
 * does. Throws the last failure when all else is done.
 */
export async function cleanPendingLists(): Promise<void> {
  const { linking } = db()
  const { rows } = await linking.query<{ name: string }>(findIndexes)
  const failed: unknown[] = []
  for (const { name } of rows) {
    await linking.query(clean, [lockNamespace, name]).catch((error: unknown) => {
      if (!isLockTimeout(error)) failed.push(error)
    })
  }
  if (failed.length > 0) throw failed.at(-1)
}
