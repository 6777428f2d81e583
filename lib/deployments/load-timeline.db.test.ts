import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { rowsRead } from '@/lib/testing/rows-read'
import { postEvent } from '@/lib/testing/webhook'
import { loadTimeline, maxEvents, timelineQuery } from './load-timeline'
import { readVersion } from './read-version'

const long = () => ({ text: randomBytes(50_000).toString('base64') })

async function sent() {
  const tenant = await createTenant()
  const { deploymentId } = deploymentBody()
  const post = async (fields: Record<string, unknown>) => {
    const { body } = await postEvent(tenant.token, deploymentBody({ deploymentId, ...fields }))
    return (body as { deploymentId: number }).deploymentId
  }
  return { organizationId: tenant.organization.id, post }
}

/** What reading the timeline of a deployment costs: blocks in all, and rows of events. */
const costOf = (organizationId: number, id: number) =>
  rowsRead(db().people, timelineQuery(organizationId, BigInt(id)), 'deployment_events')

test('what was sent along is compared, and not read', async () => {
  const { organizationId, post } = await sent()
  const [first, other] = [long(), long()]
  const events = [
    { rawPayload: first, metadata: { run: 1 } },
    { rawPayload: first, metadata: { run: 1 } },
    { rawPayload: other, metadata: { run: 1 } },
    { rawPayload: other, metadata: { run: 2 } },
    {},
    ...Array.from({ length: 10 }, () => ({ rawPayload: long(), metadata: { run: 2 } })),
  ]
  let id = 0
  for (const event of events) id = await post(event)
  const changes = (await loadTimeline(organizationId, BigInt(id))).map(({ changed }) =>
    changed.filter((field) => field === 'metadata' || field === 'rawPayload'),
  )
  expect(changes.slice(0, 6)).toEqual([
    ['metadata', 'rawPayload'],
    [],
    ['rawPayload'],
    ['metadata'],
    [],
    ['rawPayload'],
  ])
  expect((await costOf(organizationId, id)).blocks).toBeLessThan(60)
})

test('of very many events the latest are read, and one more is another version', async () => {
  const { organizationId, post } = await sent()
  const id = await post({})
  await db().people.query(
    `INSERT INTO deployment_events (organization_id, deployment_id, commit_sha, environment, status, started_at, instant, progress)
     SELECT $1, $2, 'abc', 'production', 'success', now(), now(), 2 FROM generate_series(1, 5000)`,
    [organizationId, id],
  )
  await db().people.query('ANALYZE deployment_events')
  expect(await loadTimeline(organizationId, BigInt(id))).toHaveLength(maxEvents)
  expect((await costOf(organizationId, id)).rows).toBe(maxEvents)
  const version = await readVersion(organizationId, id)
  expect(await readVersion(organizationId, id)).toBe(version)
  await post({ status: 'pending', completedAt: null })
  expect(await readVersion(organizationId, id)).not.toBe(version)
})
