import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { createOutageLog } from '@/lib/core/outage-log'
import { db } from '@/lib/db/db'
import { requestLink } from '@/lib/deployments/linking/linker'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { leaveUnguarded } from '@/lib/web/front-door'
import { createBacklog } from './backlog'
import { createMetrics } from './metrics'

const own = createServer((_, response) => response.end())
const product = createServer((request, response) => {
  if (request.url === '/hangs') return
  response.statusCode = request.method === 'POST' ? 429 : 200
  response.end()
})
let registry: Registry

beforeAll(async () => {
  registry = createMetrics()
  leaveUnguarded(own)
  for (const server of [own, product]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const server of [own, product]) server.close()
})

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** The values of a metric by its labels, as Prometheus reads them. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith(name))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

it('counts requests by kind of address and status, in as many series for one caller as for thousands', async () => {
  const { organization } = await createTenant()
  for (let id = 1; id <= 50; id += 1) await fetch(`${urlOf(product)}/${organization.slug}/deployments/${id}?page=${id}`)
  await fetch(`${urlOf(product)}/api/webhooks/deployments`, { method: 'POST' })
  await fetch(`${urlOf(own)}/metrics`)
  const leaving = new AbortController()
  const left = fetch(`${urlOf(product)}/hangs`, { signal: leaving.signal }).catch(() => undefined)
  await once(product, 'request')
  leaving.abort()
  await left
  await expect
    .poll(() => valuesOf('leadline_http_requests_total'))
    .toEqual({
      'leadline_http_requests_total{route="pages",status="200"}': 50,
      'leadline_http_requests_total{route="events",status="429"}': 1,
      'leadline_http_requests_total{route="pages",status="aborted"}': 1,
    })
  expect(await valuesOf('leadline_http_request_duration_seconds_count')).toEqual({
    'leadline_http_request_duration_seconds_count{route="pages"}': 51,
    'leadline_http_request_duration_seconds_count{route="events"}': 1,
  })
  expect(await registry.metrics()).not.toContain(organization.slug)
})

it('measures each run of linking, and which fail', async () => {
  const { organization } = await createTenant()
  await requestLink({ organizationId: organization.id, id: 1 })
  vi.spyOn(db().linking, 'connect').mockImplementationOnce(() => Promise.reject(new Error('no connection')))
  await requestLink({ organizationId: organization.id, id: 1 }).catch(() => undefined)
  expect(await valuesOf('leadline_linking_duration_seconds_count')).toEqual({
    'leadline_linking_duration_seconds_count{outcome="linked"}': 1,
    'leadline_linking_duration_seconds_count{outcome="failed"}': 1,
  })
})

it('says what fails until it works again, in the words of the log', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const [one, other] = [1, 2].map(() => createOutageLog({ log, down: 'redis away', up: 'redis back' }))
  const degraded = async () => (await valuesOf('leadline_degraded'))['leadline_degraded{event="redis away"}']
  expect(await degraded()).toBe(0)
  for (const outage of [one, other, one]) outage?.failed(new Error('refused'))
  one?.succeeded()
  expect(await degraded()).toBe(1)
  other?.succeeded()
  other?.succeeded()
  expect(await degraded()).toBe(0)
  one?.failed(new Error('refused'))
  expect(await degraded()).toBe(1)
})

it('shows the pools as they are', async () => {
  const { ingest } = db()
  const clients = await Promise.all(Array.from({ length: ingest.options.max }, () => ingest.connect()))
  const waiting = ingest.query('SELECT 1')
  const of = (pool: string, state: string) => `leadline_database_connections{pool="${pool}",state="${state}"}`
  const connections = await valuesOf('leadline_database_connections')
  expect([connections[of('ingest', 'busy')], connections[of('ingest', 'idle')]]).toEqual([ingest.options.max, 0])
  expect((await valuesOf('leadline_database_waiting'))['leadline_database_waiting{pool="ingest"}']).toBe(1)
  for (const client of clients) client.release()
  await waiting
})

it('knows what is due, and since when, and asks the database once in 15 seconds', async () => {
  const clock = { now: 0 }
  const read = createBacklog(() => clock.now)
  const nothing = { pendingLinks: 0, pendingLinkSeconds: 0, notifications: 0, notificationSeconds: 0 }
  expect(await read()).toEqual({ ...nothing, syncs: 0, syncSeconds: 0, syncedSeconds: 0 })
  await makeDue()
  clock.now = 14_999
  expect(await read()).toMatchObject({ pendingLinks: 0 })
  clock.now = 15_000
  const connect = vi.spyOn(db().people, 'connect')
  const [backlog] = await Promise.all([read(), read(), read()])
  expect(connect).toHaveBeenCalledTimes(1)
  expect(backlog).toEqual({
    pendingLinks: 2,
    pendingLinkSeconds: expect.closeTo(600, -2),
    notifications: 1,
    notificationSeconds: expect.closeTo(1_200, -2),
    syncs: 1,
    syncSeconds: expect.closeTo(1_800, -2),
    syncedSeconds: expect.closeTo(7_200, -2),
  })
})

it('answers while the database is away, and says so', async () => {
  const databaseUrl = env().DATABASE_URL ?? ''
  await db().close()
  setDatabaseUrl('postgresql://localhost:1/none')
  const unreachable = createMetrics()
  expect(await unreachable.metrics()).toMatch(/^leadline_database_up 0$/m)
  expect(await unreachable.metrics()).toMatch(/^leadline_pending_links Nan$/im)
  await db().close()
  setDatabaseUrl(databaseUrl)
})

/**
 * Due: a deployment to link for 10 minutes and another later, a notification for 20, a sync for 30. Not due: a paused
 * destination's notification, one of later, a sync of a repository that is not connected. Another was synced two hours ago.
 */
async function makeDue(): Promise<void> {
  const { organization } = await createTenant({ plan: 'business' })
  const names = ['api', 'web', 'old']
  const [queued, synced, unconnected] = await Promise.all(
    names.map((name) => createRepository(organization.id, `acme/${name}`)),
  )
  const { people } = db()
  const { rows } = await people.query(
    `INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
       completed_at, instant, progress)
     SELECT $1, 'run-' || number, repeat('a', 40), 'production', true, 'success', now(), now(), now(), 2
     FROM generate_series(1, 2) AS number RETURNING id`,
    [organization.id],
  )
  await people.query(
    `INSERT INTO pending_links (deployment_id, organization_id, not_before) VALUES
       ($1, $3, now() - interval '10 minutes'), ($2, $3, now() + interval '1 minute')`,
    [rows[0].id, rows[1].id, organization.id],
  )
  await people.query(
    `WITH destination AS (
       INSERT INTO notification_destinations (organization_id, public_id, kind, name, topics, since, paused_at)
       SELECT $1, 'destination-' || number, 'webhook', 'Hook ' || number, '{}', now(), CASE WHEN number = 2 THEN now() END
       FROM generate_series(1, 2) AS number RETURNING id, paused_at)
     INSERT INTO notifications (organization_id, destination_id, public_id, type, key, content, due_at)
     SELECT $1, id, id || later, 'test', later, '{}', now() - interval '20 minutes' + later::interval
     FROM destination, unnest('{"0 minutes", "1 hour"}'::text[]) AS later`,
    [organization.id],
  )
  await people.query(
    `WITH connection AS (
       INSERT INTO host_connections (organization_id, public_id, host, base_url, name, sealed_secrets)
       VALUES ($1, 'connection', 'github', 'http://localhost', 'acme', '')
       RETURNING id)
     UPDATE repositories SET connection_id = connection.id FROM connection WHERE repositories.id = ANY ($2)`,
    [organization.id, [queued?.id, synced?.id]],
  )
  await people.query(
    `INSERT INTO repository_syncs (organization_id, repository_id, state, not_before, finished_at) VALUES
       ($4, $1, 'queued', now() - interval '30 minutes', NULL), ($4, $2, 'done', now(), now() - interval '2 hours'),
       ($4, $3, 'queued', now() - interval '9 hours', NULL)`,
    [queued?.id, synced?.id, unconnected?.id, organization.id],
  )
}
