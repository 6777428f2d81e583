import { expect, it } from 'vitest'
import { createTenant } from '@/lib/testing/factories'
import { cleanPendingLists } from './clean-pending-lists'
import { db } from './db'

/** Events of very many random texts. */
async function storeTexts(): Promise<void> {
  const { organization } = await createTenant()
  await db().people.query(
    `INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at, branch,
       instant, progress)
     SELECT $1, 'run-' || n, repeat('a', 40), 'staging', false, 'in_progress', now(),
       (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, 30) part), now(), 1
     FROM generate_series(1, 200) n`,
    [organization.id],
  )
}

/** Pages that were left to be sorted in. */
async function pagesLeft(): Promise<number> {
  const { rows } = await db().people.query<{ pages: number }>(
    "SELECT gin_clean_pending_list('deployments_text_idx')::int AS pages",
  )
  return rows[0]?.pages ?? 0
}

it('what events add to the index of texts is sorted in by no event, but by the worker', async () => {
  await storeTexts()
  expect(await pagesLeft()).toBeGreaterThan(64)
  await storeTexts()
  await cleanPendingLists()
  expect(await pagesLeft()).toBe(0)
})

it('every index that keeps such a list leaves it to the worker', async () => {
  const { rows } = await db().people.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
     WHERE a.amname = 'gin' AND c.relnamespace = current_schema()::regnamespace
       AND NOT coalesce(c.reloptions, '{}') && ARRAY['gin_pending_list_limit=262144', 'fastupdate=off']`,
  )
  expect(rows).toEqual([])
})
