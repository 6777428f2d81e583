import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '@/e2e/support/servers'
import { displayToken, generateToken } from '@/lib/accounts/api-keys/token'
import { hashToken } from '@/lib/core/random-token'
import { openEmbeddedPostgres } from '@/lib/db/embedded-postgres/open'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { deploymentBody } from '@/lib/testing/factories'
import { type Checkout, openCheckout, type Run } from './testing/checkout'

let checkout: Checkout

beforeAll(async () => {
  checkout = await openCheckout()
})
afterAll(() => checkout.remove())

type Ingest = Run & { url: string }

async function startIngest(): Promise<Ingest> {
  const port = await findFreePort()
  const settings = { PORT: String(port), DATABASE_URL: '' }
  const run = checkout.run('node', ['scripts/launch.cjs', 'scripts/ingest.ts'], settings)
  await run.printed('"step":"Server"')
  return { ...run, url: `http://localhost:${port}` }
}

/** Runs `work` on the embedded database of the checkout, which is that of the processes. */
async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { url, release } = await openEmbeddedPostgres(checkout.dataDir)
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await release()
  }
}

it('two processes of npm run ingest share one embedded database, and one serves on when the other stops', async () => {
  const [first, second] = [await startIngest(), await startIngest()]
  const token = generateToken()
  await onDatabase((client) => createTenant(client, token))

  const event = deploymentBody({ environment: 'staging' })
  expect((await post(first.url, token, event)).status).toBe(201)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect((await post(second.url, token, event)).body.action).toBe('updated')

  await onDatabase(async (client) => {
    // What another process left, with nothing else running.
    await expect.poll(() => countPending(client), { timeout: 60_000 }).toBe(0)
    await client.query('UPDATE api_keys SET revoked_at = now()')
  })
  expect((await post(second.url, token, event)).status).toBe(401)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  for (const { processes } of [first, second]) await expect.poll(processes, { timeout: 60_000 }).toEqual([])
})

/** An organization with a key, and a deployment that is still to be linked. */
async function createTenant(client: pg.Client, token: string): Promise<void> {
  await client.query(
    `WITH organization AS (
       INSERT INTO organizations (slug, name) VALUES ('acme', 'Acme') RETURNING id
     ), key AS (
       INSERT INTO api_keys (organization_id, name, token_hash, display) SELECT id, 'ci', $1, $2 FROM organization
     ), deployment AS (
       INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
         completed_at, instant, progress)
       SELECT id, 'run-1', repeat('a', 40), 'production', true, 'success', now(), now(), now(), 2 FROM organization
       RETURNING id, organization_id)
     INSERT INTO pending_links (deployment_id, organization_id) SELECT id, organization_id FROM deployment`,
    [hashToken(token), displayToken(token)],
  )
}

async function countPending(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT count(*)::int AS count FROM pending_links')
  return rows[0].count
}
