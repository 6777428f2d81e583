import { setTimeout as delay } from 'node:timers/promises'
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
export function cleanPendingLists(): Promise<void> {
  return cleanEach(async (name) => {
    await cleanIndex(name)
  })
}

/** So long until an index that is being cleaned is looked at again. */
const pauseMs = 100

/**
 * The same, after any other process that does it: for work of one organization that adds to the indexes faster than they
 * are cleaned, and that searches of all others would read through.
 */
export function cleanAddedToLists(): Promise<void> {
  return cleanEach(async (name) => {
    while (!(await cleanIndex(name))) await delay(pauseMs)
  })
}

/** Returns false where another process does it. Throws where the index is held otherwise. */
async function cleanIndex(name: string): Promise<boolean> {
  const { rowCount } = await db().linking.query(clean, [lockNamespace, name])
  return rowCount !== 0
}

async function cleanEach(cleanOne: (name: string) => Promise<void>): Promise<void> {
  const { rows } = await db().linking.query<{ name: string }>(findIndexes)
  const failed: unknown[] = []
  for (const { name } of rows) {
    await cleanOne(name).catch((error: unknown) => {
      if (!isLockTimeout(error)) failed.push(error)
    })
  }
  if (failed.length > 0) throw failed.at(-1)
}
