import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { refreshRepository } from '@/lib/deployments/first-deployments/refresh-repository'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { linkAllDue } from '@/lib/testing/deploy'
import { createHistory, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { type Pooler, startPgbouncer } from '@/lib/testing/pgbouncer'
import { postEvent } from '@/lib/testing/webhook'

const ways = [
  ['in session mode', { pool_mode: 'session', default_pool_size: 30 }],
  ['in transaction mode', { pool_mode: 'transaction', default_pool_size: 5 }],
] as const

/** What a session of each pool is set to, as a statement alone and one in a transaction see it. */
const settings = [
  'statement_timeout',
  'lock_timeout',
  'plan_cache_mode',
  'idle_in_transaction_session_timeout',
  'jit',
  'synchronous_commit',
]
const shown = settings.map((name) => `current_setting('${name}') AS ${name}`).join(', ')
const show = `SELECT ${shown}`
const ofEvents = {
  statement_timeout: '1800ms',
  lock_timeout: '500ms',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  synchronous_commit: 'on',
}
const ofLinking = {
  statement_timeout: '5min',
  lock_timeout: '1s',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  synchronous_commit: 'off',
}
const ofPeople = {
  statement_timeout: '10min',
  lock_timeout: '5s',
  plan_cache_mode: 'auto',
  jit: 'off',
  synchronous_commit: 'on',
}

async function useDatabase(url: string): Promise<void> {
  await finishRequestLog()
  setDatabaseUrl(url)
  await db().close()
}

it('sessions on Postgres itself have their settings', async () => {
  expect((await db().ingest.query(show)).rows).toMatchObject([ofEvents])
  expect((await db().linking.query(show)).rows).toMatchObject([ofLinking])
  expect((await db().people.query(show)).rows).toMatchObject([ofPeople])
})

it('PgBouncer in statement mode is refused, and why is said', async () => {
  const pooler = await startPgbouncer(env().DATABASE_URL ?? '', { pool_mode: 'statement' })
  await expect(applyMigrations(pooler.url).finally(pooler.stop)).rejects.toThrow(
    /^The PgBouncer of DATABASE_URL is in statement mode, which allows no transactions\. Set its pool_mode to/,
  )
})

describe.each(ways)('PgBouncer %s', (_, options) => {
  const direct = env().DATABASE_URL ?? ''
  let pooler: Pooler

  beforeAll(async () => {
    pooler = await startPgbouncer(direct, options)
    vi.spyOn(console, 'error').mockReturnValue()
    await useDatabase(pooler.url)
  })

  afterAll(async () => {
    vi.restoreAllMocks()
    await useDatabase(direct)
    await pooler.stop()
  })

  it('statements of events have their settings, alone and in a transaction, and leave none behind', async () => {
    for (const [pool, expected] of [
      [db().ingest, ofEvents],
      [db().linking, ofLinking],
    ] as const) {
      expect((await pool.query(show)).rows).toMatchObject([expected])
    }
    const rows = await db().prisma.$transaction((tx) => tx.$queryRawUnsafe(show))
    expect(rows).toMatchObject([ofPeople])
    expect((await db().people.query(show)).rows).toMatchObject([{ statement_timeout: '0', plan_cache_mode: 'auto' }])
  })

  it('a change of a person that waits for a lock ends as soon as on Postgres itself', async () => {
    const { organization } = await createTenant()
    await createRepository(organization.id, 'api')
    const rename = `UPDATE repositories SET full_name = full_name WHERE organization_id = ${organization.id} RETURNING ${shown}`
    expect((await db().people.query(rename)).rows).toMatchObject([ofPeople])
    expect(await db().prisma.$queryRawUnsafe(rename)).toMatchObject([ofPeople])
    expect((await db().people.query(show)).rows).toMatchObject([{ lock_timeout: '0' }])
  })

  it('says what does not fit', async () => {
    await useDatabase(pooler.url)
    vi.mocked(console.error).mockClear()
    await db().people.query('SELECT 1')
    expect(console.error).not.toHaveBeenCalled()
    await Promise.all([db().ingest.query('SELECT 1'), db().linking.query('SELECT 1')])
    const prepares = pooler.prepares && options.pool_mode === 'transaction'
    const said = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(line).event)
    expect(said).toEqual(prepares ? [] : ['the pooler of the database keeps no prepared statements'])
  })

  it('a statement that fails fails alone', async () => {
    await expect(db().ingest.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' })
    expect((await db().ingest.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('there is nothing to migrate', async () => {
    expect(await applyMigrations(pooler.url)).toEqual([])
  })

  it('events at once are all stored and linked, and no lock is left', async () => {
    const { organization, token } = await createTenant()
    const repository = await createRepository(organization.id, 'api')
    const shas = await createHistory(await repository, 120)
    const post = (index: number) =>
      postEvent(
        token,
        deploymentBody({ service: `s${index}`, commitSha: shas[index + 1], previousCommitSha: shas[index] }),
      )
    const statuses: number[] = []
    for (let from = 0; from < 100; from += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => post(from + index)))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(new Set(statuses)).toEqual(new Set([201]))
    await linkAllDue()
    const { rows } = await db().people.query(
      `SELECT count(DISTINCT p.deployment_id)::int AS linked
       FROM deployment_pull_requests p JOIN deployments d ON d.id = p.deployment_id WHERE d.organization_id = $1`,
      [organization.id],
    )
    expect(rows).toEqual([{ linked: 100 }])
    const key = { organizationId: organization.id, repositoryId: repository.id }
    await Promise.all(Array.from({ length: 3 }, () => refreshRepository(key)))
    const { rows: locks } = await db().people.query(
      `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
    )
    expect(locks).toEqual([])
  })
})
