import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { correctDeployment } from '@/lib/deployments/correct'
import { foldEvents } from '@/lib/deployments/fold-events'
import { type DeploymentDetails, getDeployment } from '@/lib/deployments/get'
import { loadSent } from '@/lib/deployments/load-sent'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { foldTimeline } from '@/lib/deployments/store-event'
import { afterAnyEvent, anyEvent } from '@/lib/testing/any-event'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { permutations } from '@/lib/testing/permutations'
import { rowsRead } from '@/lib/testing/rows-read'
import { postEvent } from '@/lib/testing/webhook'

/** Six events of one deployment: a first run, its rollback, a second run; each knows something the others do not. */
const sixEvents: Record<string, unknown>[] = [
  { status: 'pending', startedAt: '2026-03-02T10:00:00Z', completedAt: null, triggeredBy: 'ada' },
  { status: 'in_progress', startedAt: '2026-03-02T10:00:00Z', completedAt: null, branch: 'main', service: 'api' },
  { status: 'success', startedAt: '2026-03-02T10:00:00Z', completedAt: '2026-03-02T10:05:00Z', pipelineName: 'one' },
  { status: 'rolled_back', startedAt: '2026-03-02T10:00:00Z', completedAt: '2026-03-02T11:00:00Z', metadata: { a: 1 } },
  {
    status: 'in_progress',
    startedAt: '2026-03-02T12:00:00Z',
    completedAt: null,
    branch: 'hotfix',
    commitSha: 'b'.repeat(40),
  },
  { status: 'success', startedAt: '2026-03-02T12:00:00Z', completedAt: '2026-03-02T12:05:00Z', rawPayload: { run: 2 } },
]

async function stateOf(tenant: Tenant, deploymentId: string) {
  const { id, timeline, linkedPRs, createdAt, updatedAt, ...state } = await getDeployment(
    tenant.organization.id,
    deploymentId,
  )
  return { ...state, deploymentId: 'x', events: timeline.length }
}

describe('the final state of a deployment', () => {
  it('is the same for all 720 orders of six events', async () => {
    const body = deploymentBody({ commitSha: 'a'.repeat(40) })
    const orders = permutations(sixEvents)
    const distinct = new Set<string>()
    // A key may send 300 events a minute, and an event has two seconds: few run at once.
    const [lanes, ordersPerKey] = [4, 30]
    const slices: { tenant: Tenant; part: typeof orders }[] = []
    for (let start = 0; start < orders.length; start += ordersPerKey) {
      slices.push({ tenant: await createTenant(), part: orders.slice(start, start + ordersPerKey) })
    }
    const send = async (tenant: Tenant, deploymentId: string, events: typeof sixEvents) => {
      for (const [position, event] of events.entries()) {
        const { status } = await postEvent(tenant.token, { ...body, ...event, deploymentId })
        expect(status).toBe(position === 0 ? 201 : 200)
      }
      distinct.add(JSON.stringify(await stateOf(tenant, deploymentId)))
    }
    const queue = slices.values()
    const work = async () => {
      for (const { tenant, part } of queue) {
        for (const [index, order] of part.entries()) await send(tenant, `order-${index}`, order)
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))
    expect([...distinct].map((state) => JSON.parse(state))).toEqual([
      expect.objectContaining({
        status: 'success',
        commitSha: 'a'.repeat(40),
        startedAt: '2026-03-02T12:00:00.000Z',
        completedAt: '2026-03-02T12:05:00.000Z',
        service: 'api',
        branch: 'hotfix',
        triggeredBy: 'ada',
        pipelineName: 'one',
        metadata: { a: 1 },
        rawPayload: { run: 2 },
        events: 6,
      }),
    ])
  })

  it('is the same when the six events race each other', async () => {
    const tenant = await createTenant()
    const body = deploymentBody({ commitSha: 'a'.repeat(40) })
    const distinct = new Set<string>()
    for (let round = 0; round < 20; round += 1) {
      const deploymentId = `race-${round}`
      const answers = await Promise.all(
        sixEvents.map((event) => postEvent(tenant.token, { ...body, ...event, deploymentId })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
      distinct.add(JSON.stringify(await stateOf(tenant, deploymentId)))
    }
    expect(distinct.size).toBe(1)
  })

  it('is what foldEvents says, for any events in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 7 }), async (events) => {
        const tenant = await createTenant()
        const bodies = events.map((event) => deploymentBody({ ...event, deploymentId: 'x' }))
        for (const body of bodies) expect((await postEvent(tenant.token, body)).status).toBeLessThan(300)
        const parsed = bodies.map((body, arrival) => ({ ...parseDeploymentEvent(body, afterAnyEvent), arrival }))
        expect(await getDeployment(tenant.organization.id, 'x')).toMatchObject(foldEvents(parsed))
      }),
      { numRuns: 60 },
    )
  })

  it('has the last correction of each field whenever it was made, and what was sent once that is taken back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 4 }), anySteps, async (events, steps) => {
        const tenant = await createTenant()
        const { id } = tenant.organization
        const bodies = events.map((event) => deploymentBody({ ...event, deploymentId: 'x' }))
        const send = async (body: Record<string, unknown> | undefined) => body && postEvent(tenant.token, body)
        const last: Correction = {}
        await send(bodies[0])
        for (const [index, step] of steps.entries()) {
          const before = await getDeployment(id, 'x')
          if (isNew(step, before)) {
            await correctDeployment(operatorOf(id), before.id, step, 'set right')
            Object.assign(last, step)
          }
          await send(bodies[index + 1])
        }
        for (const body of bodies.slice(steps.length + 1)) await send(body)
        const sent = foldEvents(
          bodies.map((body, arrival) => ({ ...parseDeploymentEvent(body, afterAnyEvent), arrival })),
        )
        const environment = last.environment ?? sent.environment
        const ended = { ...sent, environment, service: last.service ?? sent.service }
        const after = await getDeployment(id, 'x')
        expect(after).toMatchObject({ ...ended, production: environment === 'production' })
        expect(await loadSent(id, after.id)).toEqual({ service: sent.service, environment: sent.environment })
      }),
      { numRuns: 60 },
    )
  })
})

type Correction = { service?: string | null; environment?: string | null }

const anySteps = fc.array(
  fc.oneof(
    fc.record({ service: fc.constantFrom('x', 'y', null) }),
    fc.record({ environment: fc.constantFrom('preview', 'production', null) }),
  ),
  { maxLength: 4 },
)

function isNew(step: Correction, before: DeploymentDetails): boolean {
  const { service, environment, serviceCorrection, environmentCorrection } = before
  if (step.service !== undefined) return step.service !== serviceCorrection && step.service !== service
  return step.environment !== environmentCorrection && step.environment !== environment
}

it('the state of a deployment with very many events is read off one of each combination of fields', async () => {
  const tenant = await createTenant()
  const { body } = await postEvent(
    tenant.token,
    deploymentBody({ deploymentId: 'x', branch: 'main', metadata: { run: 1 } }),
  )
  const { deploymentId: id } = body as { deploymentId: number }
  await db().people.query(
    `INSERT INTO deployment_events
       (organization_id, deployment_id, commit_sha, environment, status, started_at, instant, progress, service)
     SELECT $1, $2, 'abcdef0', 'production', 'pending', now(), now() + i * interval '1 second', 0,
       CASE WHEN i < 5 THEN 'late' END
     FROM generate_series(1, 5000) AS i`,
    [tenant.organization.id, id],
  )
  await db().people.query('ANALYZE deployment_events')
  const { rows } = await rowsRead(
    db().people,
    { text: foldTimeline, values: [tenant.organization.id, id] },
    'deployment_events',
  )
  expect(rows).toBeLessThan(20)
  const shown = await getDeployment(tenant.organization.id, 'x')
  expect(shown).toMatchObject({ status: 'pending', service: 'late', branch: 'main', metadata: { run: 1 } })
  expect(await loadSent(tenant.organization.id, id)).toEqual({ service: 'late', environment: 'production' })
})
