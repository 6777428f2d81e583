import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { openEmbeddedPostgres } from '@/lib/db/embedded-postgres/open'
import { type NpmStart, npmStart } from '../support/npm-start'
import { stillRunning } from '../support/process-tree'

test.skip(process.platform !== 'linux', 'reads /proc')
// Each test starts a whole installation.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const folders = { root: '', data: '' }

test.beforeAll(async () => {
  folders.root = await mkdtemp(path.join(tmpdir(), 'leadline signals '))
  // The account of Postgres can enter it, so that all of it is removed.
  await chmod(folders.root, 0o755)
  folders.data = path.join(folders.root, 'data')
})
test.afterAll(() => rm(folders.root, { recursive: true }))

type Target = 'npm' | 'start' | 'server' | 'group'

const pidOf: Record<Target, (run: NpmStart) => number> = {
  npm: ({ npm }) => npm.pid ?? 0,
  start: ({ start }) => start.pid,
  server: ({ server }) => server.pid,
  group: ({ npm }) => -(npm.pid ?? 0),
}

const cases: [signal: NodeJS.Signals, target: Target, ended: number | NodeJS.Signals][] = [
  ['SIGTERM', 'npm', 'SIGTERM'],
  ['SIGHUP', 'npm', 'SIGHUP'],
  ['SIGKILL', 'npm', 'SIGKILL'],
  ['SIGTERM', 'start', 0],
  ['SIGKILL', 'start', 137],
  ['SIGTERM', 'server', 143],
  ['SIGKILL', 'server', 137],
  ['SIGINT', 'group', 'SIGINT'],
  ['SIGHUP', 'group', 'SIGHUP'],
  ['SIGTERM', 'group', 'SIGTERM'],
  ['SIGKILL', 'group', 'SIGKILL'],
]

for (const [signal, target, ended] of cases) {
  test(`npm start leaves nothing running: ${signal} to ${target}`, async () => {
    const run = await npmStart(folders.data)
    process.kill(pidOf[target](run), signal)
    expect.soft(await run.ended).toBe(ended)
    await expect.poll(() => stillRunning(run.processes), { timeout: 60_000 }).toEqual([])
  })
}

test('npm start speaks JSON to its log, and leaves nothing running: SIGTERM while a deployment is being linked', async () => {
  const dataDir = path.join(folders.root, 'linking')
  const run = await npmStart(dataDir)
  await expect
    .poll(run.output)
    .toMatch(/"event":"set up this server","link":"http:\/\/localhost:\d+\/setup\?token=[\w-]{22}"}\n$/)
  // Lines of npm itself begin with `>`.
  const lines = run
    .output()
    .split('\n')
    .filter((line) => !/^(>|$)/.test(line))
  expect(lines.flatMap((line) => JSON.parse(line).step ?? [])).toEqual([
    'Database',
    'Migrations',
    'Production build',
    'Server',
  ])
  await linkWithoutEnd(dataDir)
  process.kill(pidOf.start(run), 'SIGTERM')
  expect.soft(await run.ended).toBe(0)
  await expect.poll(() => stillRunning(run.processes), { timeout: 60_000 }).toEqual([])
})

/** Has a deployment linked by a statement that takes an hour. Resolves when it has begun. */
async function linkWithoutEnd(dataDir: string): Promise<void> {
  const { url, release } = await openEmbeddedPostgres(dataDir)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); RETURN OLD; END';
    CREATE TRIGGER sleep BEFORE DELETE ON pending_links FOR EACH ROW EXECUTE FUNCTION sleep();
    WITH organization AS (INSERT INTO organizations (slug, name) VALUES ('acme', 'Acme') RETURNING id), deployment AS (
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
        completed_at, instant, progress)
      SELECT id, 'run-1', repeat('a', 40), 'production', true, 'success', now(), now(), now(), 2 FROM organization
      RETURNING id, organization_id)
    INSERT INTO pending_links (deployment_id, organization_id) SELECT id, organization_id FROM deployment`)
  const linking = `
    SELECT FROM pg_stat_activity WHERE application_name = 'leadline linking' AND wait_event = 'PgSleep'`
  await expect.poll(async () => (await client.query(linking)).rowCount, { timeout: 60_000 }).toBe(1)
  await client.end()
  await release()
}
