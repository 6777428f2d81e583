import { expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { planDistribution } from './plan'

const count = (statements: readonly string[], beginning: string) =>
  statements.filter((sql) => sql.startsWith(beginning)).length

test('what is taken away is there again, and every table is spread or on each server', async () => {
  const statements = await planDistribution(db().people)
  expect(count(statements, 'CREATE TRIGGER') + count(statements, 'CREATE CONSTRAINT TRIGGER')).toBe(
    // Two for keys that became null.
    count(statements, 'DROP TRIGGER') + 2,
  )
  const dropped = statements.flatMap((sql) => /DROP CONSTRAINT (\S+)/.exec(sql)?.[1] ?? [])
  const added = statements.flatMap((sql) => /ADD CONSTRAINT (\S+)/.exec(sql)?.[1] ?? [])
  expect(dropped.length).toBeGreaterThan(0)
  expect(added).toEqual(dropped)
  const { rows } = await db().people.query<{ tables: number }>(
    `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`,
  )
  expect(
    count(statements, 'SELECT create_reference_table') + count(statements, 'SELECT create_distributed_table'),
  ).toBe(rows[0]?.tables)
})

test('no key is left that Citus refuses', async () => {
  const keys = (await planDistribution(db().people)).filter((sql) => sql.includes('FOREIGN KEY'))
  expect(keys.filter((sql) => /ON UPDATE|FOREIGN KEY \(.*organization_id.*\).* SET NULL/.test(sql))).toEqual([])
})

test('a plan changes nothing', async () => {
  expect(await planDistribution(db().people)).toEqual(await planDistribution(db().people))
})

test('every value of an enum is cast to text by a function that Citus can have in RETURNING', async () => {
  const statements = await planDistribution(db().people)
  const { rows } = await db().people.query<{ name: string }>(
    `SELECT typname AS name FROM pg_type WHERE typtype = 'e' AND typnamespace = current_schema()::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { name } of rows)
    expect(statements).toContainEqual(expect.stringMatching(`^CREATE CAST \\(${name} AS TEXT\\)`))
})
