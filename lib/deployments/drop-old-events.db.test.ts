import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import { loadSent } from '@/lib/deployments/load-sent'
import { loadDeployments } from '@/lib/risk/score/load/deployments'
import { afterAnyEvent, anyEvent } from '@/lib/testing/any-event'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { rowsRead } from '@/lib/testing/rows-read'
import { useSettings } from '@/lib/testing/settings'
import { postEvent } from '@/lib/testing/webhook'
import { dropBatch, dropOldEvents, eventsDroppedAfterDays } from './drop-old-events'

async function query<Row extends Record<string, unknown>>(sql: string, values: unknown[]): Promise<Row[]> {
  return (await db().people.query<Row>(sql, values)).rows
}

/** Lets the events of an organization be so many days older, all of them or those of one deployment. */
const age = ({ organization }: Tenant, days: number, deploymentId: number | null = null) =>
  query(
    `UPDATE deployment_events SET received_at = received_at - make_interval(days => $2)
     WHERE organization_id = $1 AND ($3::bigint IS NULL OR deployment_id = $3)`,
    [organization.id, days, deploymentId],
  )

/** Posts events of a new deployment, a minute after one another unless they say otherwise; its id. */
async function deployed({ token }: Tenant, events: readonly Record<string, unknown>[]): Promise<number> {
  const common = deploymentBody({ startedAt: '2026-03-02T10:00:00Z' })
  let id = 0
  for (const [minute, event] of events.entries()) {
    const completedAt = `2026-03-02T10:${10 + minute}:00Z`
    const { status, body } = await postEvent(token, { ...common, completedAt, ...event })
    expect(status).toBeLessThan(300)
    id = (body as { deploymentId: number }).deploymentId
  }
  return id
}

/** The statuses of the events that there are, in order of arrival. */
async function eventsOf(id: number): Promise<string[]> {
  const rows = await query<{ status: string }>(
    'SELECT status FROM deployment_events WHERE deployment_id = $1 ORDER BY id',
    [id],
  )
  return rows.map(({ status }) => status)
}

const loop = ['pending', 'in_progress', 'failure', 'failure', 'success', 'success', 'success']
const looped = loop.map((status) => ({ status }))
const kept = ['pending', 'success', 'success']

it('drops what came more than so many days ago and decided nothing, and waits for no one', async () => {
  const [tenant, other] = [await createTenant(), await createTenant()]
  const old = await deployed(tenant, looped)
  const [held, waiting] = [await deployed(tenant, looped), await deployed(tenant, looped)]
  await age(tenant, 31)
  const recent = await deployed(tenant, looped)
  const others = await deployed(other, looped)
  await query('INSERT INTO pending_links (organization_id, deployment_id) VALUES ($1, $2)', [
    tenant.organization.id,
    waiting,
  ])
  const deployments = () => query('SELECT to_jsonb(d) FROM deployments d ORDER BY id', [])
  const before = await deployments()

  await inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM deployments WHERE id = $1 FOR UPDATE', [held])
    await dropOldEvents(30, never)
  })
  expect(await eventsOf(old)).toEqual(kept)
  for (const id of [held, waiting, recent, others]) expect(await eventsOf(id)).toEqual(loop)

  await query('DELETE FROM pending_links WHERE deployment_id = $1', [waiting])
  await dropOldEvents(30, never)
  for (const id of [held, waiting]) expect(await eventsOf(id)).toEqual(kept)
  for (const id of [recent, others]) expect(await eventsOf(id)).toEqual(loop)
  expect(await deployments()).toEqual(before)
})

it('keeps those of one instant, of which the last that comes decides: a file that is imported again changes nothing', async () => {
  const tenant = await createTenant()
  const completedAt = '2026-03-02T10:10:00Z'
  const ties = ['c', 'a', 'd'].map((letter) => ({ status: 'failure', completedAt, commitSha: letter.repeat(40) }))
  const id = await deployed(tenant, [{ status: 'pending' }, ...ties])
  await age(tenant, 31)
  await dropOldEvents(30, never)
  expect(await eventsOf(id)).toEqual(['pending', 'failure', 'failure', 'failure'])
})

it('keeps the latest event of each combination of fields', async () => {
  const tenant = await createTenant()
  const id = await deployed(tenant, [
    { status: 'failure' },
    { status: 'failure', branch: 'main' },
    { status: 'failure', branch: 'hotfix' },
    { status: 'cancelled', service: 'api', completedAt: '2026-03-02T10:11:30Z' },
    { status: 'cancelled', service: 'api', completedAt: '2026-03-02T10:11:20Z' },
    { status: 'rolled_back' },
  ])
  await age(tenant, 31)
  await dropOldEvents(30, never)
  expect(await eventsOf(id)).toEqual(['failure', 'failure', 'cancelled', 'rolled_back'])
  expect(await loadSent(tenant.organization.id, id)).toEqual({ service: 'api', environment: 'production' })
})

it('lets an event whose twin was dropped come again, which changes nothing but the timeline', async () => {
  const tenant = await createTenant()
  const id = await deployed(
    tenant,
    looped.map((event) => ({ deploymentId: 'x', ...event })),
  )
  await age(tenant, 31)
  await dropOldEvents(30, never)
  const before = await stateOf(tenant)
  const { status, body } = await postEvent(
    tenant.token,
    deploymentBody({ deploymentId: 'x', ...looped[2], completedAt: '2026-03-02T10:12:00Z' }),
  )
  expect([status, body]).toEqual([200, { action: 'updated', deploymentId: id, linkedPRs: 0 }])
  expect(await stateOf(tenant)).toEqual(before)
  expect(await eventsOf(id)).toEqual([...kept, 'failure'])
})

/** All that follows from the events of the deployment `x`. */
async function stateOf({ organization: { id: organizationId } }: Tenant) {
  const { id, timeline, createdAt, updatedAt, ...state } = await getDeployment(organizationId, 'x')
  const [risk] = await reading((read) => loadDeployments(read, organizationId, { before: afterAnyEvent, count: 1, id }))
  const [begun] = await query('SELECT min(started_at) FROM deployment_events WHERE deployment_id = $1', [id])
  return { state, sent: await loadSent(organizationId, id), risk: risk && { ...risk, id: 0 }, begun }
}

it('leaves what any later event makes of it, in whatever order they come', async () => {
  const likely = fc.constantFrom('in_progress', 'success', 'success', 'failure', 'rolled_back')
  const fewFields = fc
    .tuple(anyEvent, likely)
    .map(([{ branch, triggeredBy, metadata, previousCommitSha, ...event }, status]) => ({ ...event, status }))
  let dropped = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fewFields, { minLength: 2, maxLength: 12 }), async (events) => {
      const [whole, dropping] = [await createTenant(), await createTenant()]
      for (const event of events) {
        const body = deploymentBody({ ...event, deploymentId: 'x' })
        for (const { token } of [whole, dropping]) expect((await postEvent(token, body)).status).toBeLessThan(300)
        await age(dropping, 31)
        await dropOldEvents(30, never)
        expect(await stateOf(dropping)).toEqual(await stateOf(whole))
      }
      const { id } = await getDeployment(dropping.organization.id, 'x')
      dropped += events.length - (await eventsOf(id)).length
    }),
    { numRuns: 20, seed: 1, endOnFailure: true },
  )
  expect(dropped).toBeGreaterThan(40)
})

it('looks at the events of a batch only, however many there are', async () => {
  const tenant = await createTenant()
  const few = await deployed(tenant, [{}, {}])
  const many = await deployed(tenant, [{ status: 'in_progress' }, {}])
  const last = await deployed(tenant, [{}, {}])
  await query(
    `INSERT INTO deployment_events (organization_id, deployment_id, commit_sha, environment, status, started_at,
       completed_at, instant, progress)
     SELECT organization_id, deployment_id, commit_sha, environment, status, started_at, completed_at,
       instant + i * interval '1 second', progress
     FROM deployment_events, generate_series(1, 5000) AS i WHERE deployment_id = $1`,
    [many],
  )
  await query('ANALYZE deployment_events', [])
  await age(tenant, 31)
  const values = [tenant.organization.id, few, 0, 30]
  const { rows } = await inTransaction(db().people, never, async (client) => {
    const cost = await rowsRead(client, { text: dropBatch, values }, 'deployment_events')
    await client.query('ROLLBACK AND CHAIN')
    return cost
  })
  expect(rows).toBeLessThan(2_000)
  for (let round = 0; round < 3; round += 1) await dropOldEvents(30, never)
  expect(await eventsOf(many)).toEqual(['in_progress', 'success', 'success'])
  expect([await eventsOf(few), await eventsOf(last)]).toEqual([
    ['success', 'success'],
    ['success', 'success'],
  ])
})

it('is said of deployments that are old enough, when EVENT_DAYS is set', () => {
  const now = new Date()
  const said = (days: number) => eventsDroppedAfterDays({ createdAt: new Date(now.getTime() - days * 86_400_000) }, now)
  expect([said(0), said(400)]).toEqual([null, null])
  useSettings({ EVENT_DAYS: '365' })
  expect([said(364), said(366)]).toEqual([null, 365])
})

it('is done by the server when EVENT_DAYS is set', async () => {
  const tenant = await createTenant()
  const id = await deployed(tenant, looped)
  await age(tenant, 400)
  useSettings({ EVENT_DAYS: '' })
  startLinkWorker()
  await stopLinkWorker()
  expect(await eventsOf(id)).toEqual(loop)
  useSettings({ EVENT_DAYS: '365' })
  startLinkWorker()
  try {
    await vi.waitFor(async () => expect(await eventsOf(id)).toEqual(kept), 30_000)
  } finally {
    await stopLinkWorker()
  }
})
