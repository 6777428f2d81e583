import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { db } from '@/lib/db/db'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { readMigrations } from '@/lib/db/migrations/files'
import { pendingMigrations } from '@/lib/db/migrations/pending'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { createTestRepository } from '@/lib/sources/git-import/test-repository'
import { createTenant } from '@/lib/testing/factories'
import { type Checkout, openCheckout, type Run } from './testing/checkout'

const leadline = (...args: string[]) => ['cli/leadline.mjs', ...args]
let checkout: Checkout

beforeAll(async () => {
  checkout = await openCheckout()
  await checkout.changePage('page\n')
})
afterAll(() => checkout.remove())

async function endsWith(run: Run, ended: number | NodeJS.Signals): Promise<void> {
  expect({ ended: await run.ended, output: run.output() }).toMatchObject({ ended })
  await expect.poll(run.processes, { timeout: 30_000 }).toEqual([])
}

describe('migrations that are interrupted', () => {
  it.each([
    ['leadline migrate', leadline('migrate'), 'SIGTERM', 'SIGTERM'],
    ['leadline migrate', leadline('migrate'), 'SIGKILL', 'SIGKILL'],
    ['npm start', ['scripts/launch.cjs', 'scripts/start.ts'], 'SIGTERM', 143],
  ] as const)(
    'leave nothing half done, and the next start applies them: %s, %s',
    async (_name, args, signal, ended) => {
      const names = (await readMigrations()).map(({ name }) => name)
      await withThrowAwayDatabase(inject('testServerUrl'), async (DATABASE_URL) => {
        const settings = { DATABASE_URL, PORT: String(await findFreePort()) }
        const hold = await holdFirstMigration(DATABASE_URL)
        const interrupted = checkout.run('node', args, settings)
        await hold.reached()
        interrupted.child.kill(signal)
        await endsWith(interrupted, ended)
        expect(await pendingMigrations(DATABASE_URL)).toEqual(names)
        await hold.release()
        const next = checkout.run('node', leadline('migrate', '--json'), settings)
        await endsWith(next, 0)
        expect(next.output()).toContain(`{"applied":${JSON.stringify(names)}}`)
        expect(await pendingMigrations(DATABASE_URL)).toEqual([])
      })
    },
  )
})

/** Makes the process that migrates the database stop in the middle of the first migration. */
async function holdFirstMigration(
  url: string,
): Promise<{ reached: () => Promise<void>; release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    SELECT pg_advisory_lock(77);
    CREATE SCHEMA hold;
    CREATE FUNCTION hold.first() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      IF to_regclass('organizations') IS NOT NULL THEN PERFORM pg_advisory_xact_lock(77); END IF;
    END $$;
    CREATE EVENT TRIGGER hold ON ddl_command_end EXECUTE FUNCTION hold.first();
  `)
  const waiting = async () =>
    (await client.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted`)).rowCount
  return {
    reached: () => expect.poll(waiting, { timeout: 60_000 }).toBe(1),
    release: () => client.end(),
  }
}

it('an import that is interrupted leaves nothing running, and the next one brings in the rest', async () => {
  const { organization } = await createTenant()
  const clone = createTestRepository()
  clone.write(
    [{ id: 1 }, { id: 2, parents: [1], message: 'Two (#2)' }, { id: 3, parents: [2], message: 'Three (#3)' }],
    { 'refs/heads/main': 3 },
  )
  const args = leadline('import', 'git', '--org', organization.slug, '--repository', 'acme/api', '--path', clone.path)
  const settings = { DATABASE_URL: process.env.DATABASE_URL ?? '' }
  const holder = await db().people.connect()
  await holder.query('BEGIN; LOCK TABLE pull_requests IN SHARE MODE')
  const interrupted = checkout.run('node', args, settings)
  const waiting = async () =>
    (await db().people.query(`SELECT FROM pg_locks WHERE relation = 'pull_requests'::regclass AND NOT granted`))
      .rowCount
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
  interrupted.child.kill('SIGTERM')
  await endsWith(interrupted, 'SIGTERM')
  await holder.query('ROLLBACK')
  holder.release()
  const next = checkout.run('node', [...args, '--json'], settings)
  await endsWith(next, 0)
  const where = { organizationId: organization.id }
  const [commits, pullRequests] = await Promise.all([
    db().prisma.commit.count({ where }),
    db().prisma.pullRequest.findMany({ where, select: { number: true }, orderBy: { number: 'asc' } }),
  ])
  expect({ commits, pullRequests }).toEqual({ commits: 3, pullRequests: [{ number: 2 }, { number: 3 }] })
  clone.remove()
})
