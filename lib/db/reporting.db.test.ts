import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { outages } from '@/lib/core/outage-log'
import { db } from '@/lib/db/db'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { listDeployments } from '@/lib/deployments/list'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { Prisma } from '@/lib/generated/prisma/client'
import { checkReplica } from '@/lib/monitoring/doctor/check-database'
import { createMetrics } from '@/lib/monitoring/metrics'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { type Replicated, startReplicated } from '@/lib/testing/streaming-replica'
import { postEvent } from '@/lib/testing/webhook'
import { reporting } from './reporting'

/** Long enough for a few statements on a machine that is busy. */
const maxLagSeconds = 5
const usual = env().DATABASE_URL ?? ''
let servers: Replicated
let standby: pg.Pool
let tenant: Tenant

async function useServers(primary: string, replica: string): Promise<void> {
  await finishRequestLog()
  await db().close()
  vi.stubEnv('DATABASE_REPLICA_URL', replica)
  vi.stubEnv('DATABASE_REPLICA_MAX_LAG_SECONDS', String(maxLagSeconds))
  setDatabaseUrl(primary)
}

beforeAll(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  servers = await startReplicated()
  standby = new pg.Pool({ connectionString: servers.standby.url, max: 1 })
  standby.on('error', () => undefined)
  await applyMigrations(servers.primary.url)
  await useServers(servers.primary.url, servers.standby.url)
  tenant = await createTenant()
})

afterEach(() => standby.query('SELECT pg_wal_replay_resume()'))

afterAll(async () => {
  await standby.end()
  await useServers(usual, '')
  await servers.remove()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const where = Prisma.sql`SELECT CASE WHEN pg_is_in_recovery() THEN 'replica' ELSE 'primary' END AS server`

/** Which server answers a report. */
async function server(): Promise<string | undefined> {
  return reporting(tenant.organization.id, async (read) => (await read<{ server: string }>(where))[0]?.server)
}

const until = { timeout: 30_000 }
const inUse = () => expect.poll(server, until).toBe('replica')
const lag = async () => Number(/^leadline_replica_lag_seconds (\S+)$/m.exec(await createMetrics().metrics())?.[1])

it('reports are read from the replica, and nothing else is', async () => {
  await inUse()
  expect(outages().get('replica not used')).toBe(0)
  expect(await lag()).toBeLessThan(maxLagSeconds)
  const { status } = await postEvent(tenant.token, deploymentBody())
  expect(status).toBe(201)
  const listed = async () => (await listDeployments(tenant.organization.id, {}, null, 10)).deployments.length
  await expect.poll(listed, until).toBe(1)
  const write = Prisma.sql`DELETE FROM deployments RETURNING id`
  await expect(reporting(tenant.organization.id, (read) => read(write))).rejects.toThrow(/read-only transaction/)
  expect(await checkReplica(servers.primary.url, servers.standby.url)).toMatchObject({ state: 'ok' })
})

it('who has changed something sees it, and others do not wait for the replica', async () => {
  const other = await createTenant()
  await inUse()
  await expect.poll(() => serverFor(other), until).toBe('replica')
  await standby.query('SELECT pg_wal_replay_pause()')
  await createApiKey(operatorOf(tenant.organization.id), 'another')
  expect(await server()).toBe('primary')
  expect(await serverFor(other)).toBe('replica')
  await standby.query('SELECT pg_wal_replay_resume()')
  await inUse()
})

function serverFor({ organization }: Tenant): Promise<string | undefined> {
  return reporting(organization.id, async (read) => (await read<{ server: string }>(where))[0]?.server)
}

it('a replica beyond the bound is not read until it has caught up; one without changes is not behind', async () => {
  await inUse()
  await standby.query('SELECT pg_wal_replay_pause()')
  await db().people.query('ANALYZE deployments')
  await expect.poll(server, until).toBe('primary')
  await expect.poll(() => outages().get('replica not used'), until).toBe(1)
  expect(await lag()).toBeGreaterThan(maxLagSeconds)
  await standby.query('SELECT pg_wal_replay_resume()')
  await inUse()
  expect(outages().get('replica not used')).toBe(0)
})

it('a query that replayed changes cancel is answered by the primary, and the replica stays in use', async () => {
  await inUse()
  await db().people.query('CREATE TABLE gone AS SELECT 1 AS one')
  const seen: unknown[] = []
  await expect
    .poll(
      () =>
        standby.query('SELECT FROM gone').then(
          ({ rowCount }) => rowCount,
          () => 0,
        ),
      until,
    )
    .toBe(1)
  const answered = await reporting(tenant.organization.id, async (read) => {
    seen.push((await read<{ server: string }>(where))[0]?.server)
    if (seen.length > 1) return 'answered'
    await read(Prisma.sql`SELECT one FROM gone`)
    await db().people.query('DROP TABLE gone')
    await read(Prisma.sql`SELECT pg_sleep(1.9)`)
    return 'not cancelled'
  })
  expect({ answered, seen }).toEqual({ answered: 'answered', seen: ['replica', 'primary'] })
  expect(outages().get('replica not used')).toBe(0)
})

it('a replica that dies half-way is answered for by the primary, and used again when it is back', async () => {
  await inUse()
  const seen: unknown[] = []
  await reporting(tenant.organization.id, async (read) => {
    seen.push((await read<{ server: string }>(where))[0]?.server)
    if (seen.length === 1) await servers.standby.stop('immediate')
    return read(where)
  })
  expect(seen).toEqual(['replica', 'primary'])
  expect(await server()).toBe('primary')
  expect(await checkReplica(servers.primary.url, servers.standby.url)).toMatchObject({ state: 'wrong' })
  await servers.standby.start()
  await inUse()
})

it('says of a server why it is no replica, and does not read it', async () => {
  const found = async (replica: string) => (await checkReplica(servers.primary.url, replica)).found
  expect(await found(servers.primary.url)).toMatch(/^It is no standby/)
  const elsewhere = new URL(servers.standby.url)
  elsewhere.pathname = 'postgres'
  expect(await found(elsewhere.href)).toBe('It has the database postgres, DATABASE_URL has leadline')
  expect((await checkReplica(usual, servers.standby.url)).found).toMatch(/^It is a standby of another primary/)
  await useServers(servers.primary.url, elsewhere.href)
  expect(await server()).toBe('primary')
  expect(outages().get('replica not used')).toBe(1)
})
