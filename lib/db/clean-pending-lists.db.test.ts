import { expect, it } from 'vitest'
import { createTenant } from '@/lib/testing/factories'
import { cleanPendingLists } from './clean-pending-lists'
import { db } from './db'
import { inTransaction, never } from './transaction'

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
async function pagesLeft(index = 'deployments_text_idx'): Promise<number> {
  const { rows } = await db().people.query<{ pages: number }>(
    'SELECT gin_clean_pending_list($1::regclass)::int AS pages',
    [index],
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

it('the longest texts of an event leave no more than their beginnings', async () => {
  const { organization } = await createTenant()
  await pagesLeft()
  await db().people.query(
    `INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at, service,
       branch, triggered_by, pipeline_name, instant, progress)
     SELECT $1, 'run-' || n, repeat('a', 40), 'staging', false, 'in_progress', now(), words[1], words[2], words[3], words[4],
       now(), 1
     FROM generate_series(1, 10) n, LATERAL (
       SELECT array_agg(word) AS words FROM (
         SELECT string_agg(md5(n || ' ' || field || ' ' || part), '') AS word
         FROM generate_series(1, 4) field, generate_series(1, 32) part GROUP BY field) word) words`,
    [organization.id],
  )
  const pages = await pagesLeft()
  expect(pages).toBeGreaterThan(1)
  expect(pages).toBeLessThan(20)
})

it('an index that is in use is left, and the others are cleaned', async () => {
  await storeTexts()
  await inTransaction(db().people, never, async (client) => {
    await client.query('REINDEX INDEX deployments_text_idx')
    await cleanPendingLists()
  })
  expect(await pagesLeft('deployments_values_idx')).toBe(0)
})

it('every index that keeps such a list leaves it to the worker', async () => {
  const { rows } = await db().people.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
     WHERE a.amname = 'gin' AND c.relnamespace = current_schema()::regnamespace
       AND NOT coalesce(c.reloptions, '{}') && ARRAY['gin_pending_list_limit=262144', 'fastupdate=off']`,
  )
  expect(rows).toEqual([])
})
