import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { deriveKey } from '@/lib/sources/connections/encryption-key'
import { seal } from '@/lib/sources/connections/seal'
import { leadline } from '@/lib/testing/command-line'
import { examine } from './examine'

const serverUrl = env().DATABASE_URL ?? ''
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline doctor '))
})

afterEach(() => {
  vi.unstubAllEnvs()
  setDatabaseUrl(serverUrl)
})

afterAll(() => rm(folder, { recursive: true }))

/** Every finding that is not fine, as one line. */
async function complaints(settings: Record<string, string> = {}): Promise<string[]> {
  const { DATABASE_URL = '' } = process.env
  const own = {
    LEADLINE_DATA_DIR: folder,
    ENCRYPTION_KEY: 'the key that is set',
    NEXTAUTH_SECRET: 'the secret of a test',
  }
  for (const [name, value] of Object.entries({ REDIS_URL: '', ...own, ...settings })) vi.stubEnv(name, value)
  setDatabaseUrl(settings.DATABASE_URL ?? DATABASE_URL)
  const findings = await examine()
  for (const { todo, state } of findings) expect(todo === null).toBe(state === 'ok')
  return findings.filter(({ state }) => state !== 'ok').map(({ check, state, found }) => `${check} ${state}: ${found}`)
}

async function inDatabase(work: (client: pg.Client) => Promise<void>): Promise<void> {
  await withThrowAwayDatabase(serverUrl, async (url) => {
    setDatabaseUrl(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await work(client).finally(() => client.end())
  })
}

it('finds nothing wrong with an installation that works, and the migrations that one lacks', async () => {
  await inDatabase(async () => {
    expect(await complaints()).toEqual([expect.stringMatching(/^Migrations wrong: The database lacks 2026\d+_init/)])
    await applyMigrations(env().DATABASE_URL ?? '')
    expect(await complaints()).toEqual([])
  })
})

it('says which extension is missing, and the statements of the documentation bring back what went with it', async () => {
  const docs = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [, statements = ''] = /```sql\n(CREATE EXTENSION[^`]*)```/.exec(docs) ?? []
  await inDatabase(async (client) => {
    await applyMigrations(env().DATABASE_URL ?? '')
    const indexes = async () => (await client.query('SELECT indexdef FROM pg_indexes ORDER BY indexname')).rows
    const before = await indexes()
    await client.query('DROP EXTENSION pg_trgm CASCADE')
    expect(await complaints()).toEqual(['Extensions wrong: The database lacks pg_trgm'])
    await client.query('DROP EXTENSION btree_gin CASCADE')
    expect(await complaints()).toEqual(['Extensions wrong: The database lacks btree_gin and pg_trgm'])
    const { todo } = (await examine()).find(({ check }) => check === 'Extensions') ?? {}
    expect(todo).toContain('CREATE EXTENSION btree_gin; CREATE EXTENSION pg_trgm;')
    await client.query(statements)
    expect(await complaints()).toEqual([])
    expect(await indexes()).toEqual(before)
  })
})

it('says that an administrator has to create the extensions where the role may not', async () => {
  await inDatabase(async (client) => {
    const { DATABASE_URL = '' } = env()
    const role = `doctor_${randomUUID().replaceAll('-', '')}`
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of a test'`)
    try {
      const url = new URL(DATABASE_URL)
      Object.assign(url, { username: role, password: 'of a test' })
      expect(await complaints({ DATABASE_URL: url.href })).toContain(
        'Extensions wrong: The database lacks btree_gin and pg_trgm',
      )
    } finally {
      await client.query(`DROP ROLE ${role}`)
    }
  })
})

it('says which secrets are under another key, which host and destination fail and what is overdue', async () => {
  await inDatabase(async (client) => {
    await applyMigrations(env().DATABASE_URL ?? '')
    const sealed = seal(deriveKey('the key that was set'), 'connection', '{}')
    await client.query(`
      INSERT INTO organizations (id, slug, name) VALUES (1, 'acme', 'Acme');
      INSERT INTO host_connections (organization_id, public_id, host, base_url, name, sealed_secrets, problem)
        VALUES (1, 'a', 'github', 'https://github.com', 'ours', '${sealed}', 'The token has expired.');
      INSERT INTO notification_destinations (organization_id, public_id, kind, name, topics, since, failing_since)
        VALUES (1, 'b', 'email', 'All of us', '{}', now(), now() - interval '1 hour');
      INSERT INTO repositories (id, organization_id, full_name, full_name_key, name_key, connection_id, monitored)
        SELECT 1, 1, 'acme/api', 'acme/api', 'api', id, true FROM host_connections;
      INSERT INTO repository_syncs (organization_id, repository_id, state, not_before)
        VALUES (1, 1, 'queued', now() - interval '2 hours')`)
    expect(await complaints({ ENCRYPTION_KEY: 'the key that was set' })).toEqual([
      'Hosts warning: acme: ours: The token has expired.',
      'Notifications warning: acme: All of us: nothing has reached it for more than ten minutes',
      expect.stringMatching(/^Workers wrong: The oldest of syncs is due for 2.h$/),
    ])
    const lost = 'tokens and addresses of 1 of 1 connections and destinations cannot be decrypted'
    expect(await complaints()).toContain(`Encryption key wrong: It is another one: ${lost}`)
    expect(await complaints({ ENCRYPTION_KEY: '' })).toContain(`Encryption key wrong: There is none: ${lost}`)
  })
})

it('names what cannot be reached, and tells no password', async () => {
  const secret = 'correct-horse'
  const found = await complaints({
    DATABASE_URL: `postgresql://leadline:${secret}@127.0.0.1:1/leadline`,
    REDIS_URL: `redis://:${secret}@127.0.0.1:1`,
    LEADLINE_DATA_DIR: path.join(folder, 'none'),
  })
  expect(found).toEqual([
    expect.stringMatching(/^Redis wrong: .*ECONNREFUSED/),
    expect.stringMatching(/^Database wrong: .*ECONNREFUSED/),
  ])
  expect(found.join()).not.toContain(secret)
})

it('leadline doctor ends with 1 and says what to do where a setting is wrong', async () => {
  vi.stubEnv('REDIS_URL', 'http://not-redis')
  const { code, stdout } = await leadline('doctor', '--json')
  expect({ code, ...JSON.parse(stdout) }).toEqual({
    code: 1,
    ok: false,
    findings: [
      {
        check: 'Settings',
        state: 'wrong',
        found: expect.stringContaining('REDIS_URL must be a URL'),
        todo: expect.stringContaining('Mend them'),
      },
    ],
  })
})
