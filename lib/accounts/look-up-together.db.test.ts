import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { authenticate } from '@/lib/accounts/api-keys/authenticate'
import { generateToken } from '@/lib/accounts/api-keys/token'
import { findAccess } from '@/lib/accounts/oauth/authenticate-token'
import { exchangeForTokens } from '@/lib/accounts/oauth/exchange'
import { revokeToken } from '@/lib/accounts/oauth/revoke-token'
import { generateSecret } from '@/lib/accounts/oauth/tokens'
import { generateBadgeToken } from '@/lib/accounts/organizations/badge-token'
import { audienceOf } from '@/lib/accounts/trusted-pipelines/audience'
import { authenticateToken } from '@/lib/accounts/trusted-pipelines/authenticate'
import { findClaimantsBy } from '@/lib/core/current-claimant'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { readBadge } from '@/lib/questions/badge'
import { createSigningKey, signToken } from '@/lib/testing/token-issuer'

/** How many look-ups wait for the tables that are locked. */
const countWaiting = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'`

const exchange = (fields: Record<string, string>) =>
  exchangeForTokens(
    new URLSearchParams({ client_id: 'https://client.example/', redirect_uri: 'https://client.example/', ...fields }),
  )

it.each<[string, () => Promise<unknown>]>([
  ['access tokens', () => findAccess(generateSecret('access'), 'https://leadline.example/mcp')],
  [
    'codes',
    () => exchange({ grant_type: 'authorization_code', code: generateSecret('code'), code_verifier: 'v'.repeat(43) }),
  ],
  ['tokens to revoke', () => revokeToken(generateSecret('refresh'), 'https://client.example/')],
  ['refresh tokens', () => exchange({ grant_type: 'refresh_token', refresh_token: generateSecret('refresh') })],
  ['keys to read', () => authenticate(bearing(generateToken()), 'read')],
  ['keys to post', () => authenticate(bearing(generateToken()), 'ingest')],
  ['tokens of pipelines', async () => authenticateToken(await madeUpToken(), databaseBudget())],
  ['tokens of badges', () => readBadge(generateBadgeToken(), 'lead-time', '30d', new Date())],
])('made-up %s take two of the connections of pages or events at most', async (_, lookUp) => {
  // As many connections as pages have, or more.
  for (const pool of [db().people, db().ingest])
    await Promise.all(Array.from({ length: 8 }, () => pool.query('SELECT pg_sleep(0.1)')))
  const counts: number[] = []
  const answers = await inTransaction(db().linking, never, async (client) => {
    await client.query('LOCK TABLE oauth_grants, api_keys, organizations')
    const all: Promise<unknown>[] = []
    for (let count = 0; count < 6; count += 1) {
      all.push(lookUp().catch(() => null))
      // Prisma makes one statement of what is asked at once.
      await client.query('SELECT pg_sleep(0.01)')
    }
    while (counts.length < (counts.includes(1) ? 100 : 10_000)) {
      const { rows } = await client.query<{ count: number }>(countWaiting)
      counts.push(rows[0]?.count ?? 0)
    }
    return { all }
  })
  await Promise.all(answers.all)
  expect([1, 2]).toContain(Math.max(...counts))
})

async function madeUpToken(): Promise<string> {
  const key = await createSigningKey()
  const now = Math.floor(Date.now() / 1000)
  const claims = { iat: now, nbf: now, exp: now + 300 }
  return signToken({ issuer: `https://${randomUUID()}.example`, audience: audienceOf('acme'), key, claims })
}

function bearing(token: string): Request {
  return new Request('https://leadline.example/api/v1/deployments', { headers: { Authorization: `Bearer ${token}` } })
}

it('what is looked up for several does not wait in the line of one of them', async () => {
  const { people } = db()
  findClaimantsBy(() => ({ crowd: 'many', one: 'a person' }))
  onTestFinished(() => findClaimantsBy(() => null))
  const held = await Promise.all(Array.from({ length: 8 }, () => people.connect()))
  const done: string[] = []
  const crowd = Array.from({ length: 100 }, () => people.query('SELECT').then(() => done.push('crowd')))
  const found = findAccess(generateSecret('access'), 'https://leadline.example/mcp').then(() => done.push('found'))
  await expect.poll(() => people.waitingCount).toBe(101)
  for (const client of held) client.release()
  await Promise.all([...crowd, found])
  expect(done.indexOf('found')).toBeLessThan(20)
})
