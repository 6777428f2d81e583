import { expect, test } from 'vitest'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { distribute } from './distribute'
import { localTables, referenceTables, spreadBy } from './tables'

/** What a refusal must leave as it is. */
async function schema(): Promise<unknown> {
  const { rows } = await db().people.query(`
    SELECT 'trigger' AS kind, tgname AS name FROM pg_trigger
    UNION ALL SELECT 'key', conname || pg_get_constraintdef(oid) FROM pg_constraint
    UNION ALL SELECT 'index', indexdef FROM pg_indexes
    UNION ALL SELECT 'cast', oid::text FROM pg_cast
    ORDER BY 1, 2`)
  return rows
}

test('a server without Citus is refused in one sentence, and nothing is changed', async () => {
  const before = await schema()
  const told: string[] = []
  for (const dryRun of [true, false]) {
    const refused = distribute(env().DATABASE_URL ?? '', { dryRun, onStatement: (sql) => told.push(sql) })
    await expect(refused).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^The database of DATABASE_URL has no Citus and was left as it is\./),
    })
  }
  expect(told).toEqual([])
  expect(await schema()).toEqual(before)
})

test('every table is on each server, stays where migrations run, or has the organization first in its key', async () => {
  const { rows } = await db().people.query<{ name: string }>(
    `SELECT t.relname AS name FROM pg_class t
     WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND t.relname <> ALL ($1::text[])
       AND NOT EXISTS (
         SELECT FROM pg_index x JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = $2 AND a.attnum = x.indkey[0]
         WHERE x.indrelid = t.oid AND x.indisprimary)`,
    [[...referenceTables, ...localTables], spreadBy],
  )
  expect(rows).toEqual([])
})

test('tables that are on each server are there', async () => {
  const { rows } = await db().people.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL',
    [referenceTables],
  )
  expect(rows).toEqual([])
})

test('what is on each server names nothing that is on one of them', async () => {
  const { rows } = await db().people.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1::text[]) AND confrelid::regclass::text <> ALL ($1::text[])`,
    [referenceTables],
  )
  expect(rows).toEqual([])
})

test('no trigger is on a table that each server has: it would run on each', async () => {
  const { rows } = await db().people.query<{ name: string }>(
    'SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text = ANY ($1::text[])',
    [referenceTables],
  )
  expect(rows).toEqual([])
})

test('what is unique in a spread table has the organization in it, but for the hash of a key, which the plan changes', async () => {
  const { rows } = await db().people.query<{ name: string }>(
    `SELECT x.indexrelid::regclass::text AS name FROM pg_index x
     JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attname = $2
     WHERE x.indisunique AND a.attnum <> ALL (x.indkey) AND x.indrelid::regclass::text <> ALL ($1::text[])`,
    [referenceTables, spreadBy],
  )
  expect(rows).toEqual([{ name: 'api_keys_token_hash_key' }])
})
