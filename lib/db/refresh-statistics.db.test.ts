import { randomUUID } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { createCommits, createRepository, createTenant, randomSha } from '@/lib/testing/factories'
import { openPool } from '@/lib/testing/open-pool'
import { db } from './db'
import { importedTables, refreshStatistics } from './refresh-statistics'
import { inTransaction, never } from './transaction'

const commits = (length: number) =>
  Array.from({ length }, (_, index) => ({ sha: randomSha(), generation: 1_700_000_000 + index }))

// Statistics are those of the import: autovacuum comes when it likes.
beforeAll(async () => {
  await db().people.query('ALTER TABLE commits SET (autovacuum_enabled = off)')
})

async function rowsOf(table: string): Promise<number> {
  const { rows } = await db().people.query('SELECT reltuples::int FROM pg_class WHERE oid = $1::regclass', [table])
  return rows[0].reltuples
}

test('an empty table gets none, with which the planner would expect that it stays empty', async () => {
  await refreshStatistics(db().people, importedTables)
  expect(await rowsOf('commits')).toBe(-1)
})

test('only a table that grew by a tenth gets new statistics', async () => {
  const { people } = db()
  const repository = await createRepository((await createTenant()).organization.id, 'api')
  await createCommits(repository, commits(3_000))
  await refreshStatistics(people, importedTables)
  expect(await rowsOf('commits')).toBe(3_000)

  await createCommits(repository, commits(100))
  await refreshStatistics(people, importedTables)
  expect(await rowsOf('commits')).toBe(3_000)

  await createCommits(repository, commits(500))
  await refreshStatistics(people, importedTables)
  expect(await rowsOf('commits')).toBe(3_600)
})

test('a table with many rows of an organization that the planner does not know gets new statistics', async () => {
  const { people } = db()
  await people.query('TRUNCATE commits CASCADE')
  const fill = async (length: number) => {
    const repository = await createRepository((await createTenant()).organization.id, 'api')
    await createCommits(repository, commits(length))
    await refreshStatistics(people, importedTables)
  }
  await fill(12_000)
  await fill(100)
  expect(await rowsOf('commits')).toBe(12_000)
  await fill(1_000)
  expect(await rowsOf('commits')).toBe(13_100)
})

test('a table that another session holds is passed over', async () => {
  const { people } = db()
  await people.query('TRUNCATE commits CASCADE')
  const repository = await createRepository((await createTenant()).organization.id, 'api')
  await createCommits(repository, commits(3_000))
  const before = await rowsOf('commits')
  for (const mode of ['ACCESS EXCLUSIVE', 'SHARE UPDATE EXCLUSIVE']) {
    await inTransaction(people, never, async (client) => {
      await client.query(`LOCK TABLE commits IN ${mode} MODE`)
      await refreshStatistics(people, importedTables)
      expect(await rowsOf('commits')).toBe(before)
    })
  }
})

test('a plan that a connection keeps of an empty table is made again', async () => {
  const { people } = db()
  const repository = await createRepository((await createTenant()).organization.id, 'api')
  await people.query('TRUNCATE commits; ANALYZE commits')
  const client = await people.connect()
  onTestFinished(() => client.release())
  await client.query(
    `PREPARE latest (int, int) AS SELECT sha FROM commits WHERE organization_id = $1 AND repository_id = $2
     ORDER BY generation LIMIT 9`,
  )
  for (let times = 0; times < 7; times += 1) await client.query('EXECUTE latest (1, 1)')
  const planOf = async () => JSON.stringify((await client.query('EXPLAIN EXECUTE latest (1, 1)')).rows)
  expect(await planOf()).toContain('Sort')

  await createCommits(repository, commits(3_000))
  expect(await planOf()).toContain('Sort')
  await refreshStatistics(people, importedTables)
  expect(await planOf()).not.toContain('Sort')
})

test('a role that does not own the tables goes on without statistics, and the log says so', async () => {
  const repository = await createRepository((await createTenant()).organization.id, 'api')
  await createCommits(repository, commits(3_000))
  const role = `reader-${randomUUID()}`
  await db().people.query(`CREATE ROLE "${role}"; GRANT SELECT ON ALL TABLES IN SCHEMA public TO "${role}"`)
  onTestFinished(() => void db().people.query(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`))
  const pool = openPool({ connectionString: env().DATABASE_URL, options: `-c role=${role}` })
  onTestFinished(() => pool.end())
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  await refreshStatistics(pool, importedTables)
  expect(warn).toHaveBeenCalledWith('no statistics for the query planner', {
    error: expect.objectContaining({ message: expect.stringContaining('permission denied to analyze') }),
  })
})
