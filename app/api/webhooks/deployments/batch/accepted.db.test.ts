import { afterEach, expect, it, vi } from 'vitest'
import { findSender } from '@/lib/accounts/sender'
import { db } from '@/lib/db/db'
import { answerBatch } from '@/lib/deployments/batch/answer-batch'
import { getDeployment } from '@/lib/deployments/get'
import { linkPending } from '@/lib/deployments/linking/relink'
import { listWebhookRequests } from '@/lib/deployments/request-log/list'
import { finishRequestLog, holder } from '@/lib/deployments/request-log/process-recorder'
import { createHistory, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { postBatch, postEvent } from '@/lib/testing/webhook'

afterEach(() => void vi.useRealTimers())

const ndjson = { 'Content-Type': 'application/x-ndjson' }

it('stores every event and answers each in its place', async () => {
  const { organization, token } = await createTenant()
  const events = Array.from({ length: 40 }, () => deploymentBody())
  await postEvent(token, events[7])
  const { status, headers, body } = await postBatch(token, events)
  expect(status).toBe(200)
  expect(body).toMatchObject({ stored: 40, refused: 0 })
  expect(headers.get('ratelimit')).toMatch(/^"ingest";r=259;t=\d+$/)
  for (const [index, event] of events.entries()) {
    const { id } = await getDeployment(organization.id, String(event.deploymentId))
    const [code, action] = index === 7 ? [200, 'updated'] : [201, 'created']
    expect(body.results[index]).toEqual({ status: code, action, deploymentId: id, linkedPRs: 0 })
  }
})

it('takes lines as well as an array, and the same again changes nothing but the timelines', async () => {
  const { organization, token } = await createTenant()
  const events = Array.from({ length: 5 }, () => deploymentBody())
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('\n')
  const first = await postBatch(token, [], { headers: ndjson, body: lines })
  expect(first.body.results.map(({ status }) => status)).toEqual(Array(5).fill(201))
  const again = await postBatch(token, events)
  expect(again.body.results).toEqual(first.body.results.map((entry) => ({ ...entry, status: 200, action: 'updated' })))
  const where = { organizationId: organization.id }
  expect(await db().prisma.deployment.count({ where })).toBe(5)
  expect(await db().prisma.deploymentEvent.count({ where })).toBe(10)
})

it('links what the deployments of a batch shipped', async () => {
  const { organization, token } = await createTenant()
  const history = await createHistory(await createRepository(organization.id, 'acme/api'), 12)
  const events = [4, 7, 11].map((at) =>
    deploymentBody({ commitSha: history[at], previousCommitSha: history[at - 3], service: 'api' }),
  )
  const { body } = await postBatch(token, events)
  expect(body.results).toMatchObject(events.map(() => ({ status: 201, linkedPRs: 3 })))
})

it('stores all events where linking takes long, and says which links follow', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { organization, token, apiKeyId } = await createTenant()
  const history = await createHistory(await createRepository(organization.id, 'acme/api'), 4)
  const events = history.slice(0, 2).map((commitSha) => deploymentBody({ commitSha }))
  const found = { ...(await findSender(organization.id)), apiKeyId }
  const entries = await answerBatch({
    requestId: 'r',
    events: events.map((event) => Buffer.from(JSON.stringify(event))),
    found,
    sender: async () => found,
    count: vi.fn().mockImplementationOnce(async () => void vi.advanceTimersByTime(4_000)),
  })
  expect(entries).toMatchObject([
    { status: 201, linkedPRs: 1 },
    { status: 201, linkedPRs: 0, linking: 'pending' },
  ])
  vi.useRealTimers()
  expect(await linkPending(organization.id)).toBe(1)
  expect((await postBatch(token, events)).body.results).toMatchObject([{ linkedPRs: 1 }, { linkedPRs: 1 }])
})

it('stores the events of one deployment in their order', async () => {
  const { organization, token } = await createTenant()
  const states = ['success', 'failure', 'cancelled', 'rolled_back', 'success', 'failure']
  const events = Array.from({ length: 20 }, () => deploymentBody()).flatMap(({ deploymentId }) =>
    states.map((status) => deploymentBody({ deploymentId, status })),
  )
  const { body } = await postBatch(token, events)
  expect(body.results.map(({ status }) => status)).toEqual(
    events.map((_, index) => (index % states.length === 0 ? 201 : 200)),
  )
  for (const deploymentId of new Set(events.map((event) => event.deploymentId))) {
    const { status, timeline } = await getDeployment(organization.id, String(deploymentId))
    expect([status, timeline.map((event) => event.status)]).toEqual(['failure', states])
  }
})

it('starts the trial once', async () => {
  const { organization, token } = await createTenant()
  await postBatch(
    token,
    Array.from({ length: 30 }, () => deploymentBody()),
  )
  const { trialStartedAt, trialEndsAt } = await db().prisma.organization.findUniqueOrThrow({
    where: { id: organization.id },
  })
  expect(Number(trialEndsAt) - Number(trialStartedAt)).toBe(14 * 24 * 60 * 60 * 1000)
})

it('is in the request log with a line for each event, under the id of the answer and its place', async () => {
  const { organization, token } = await createTenant()
  const events = [deploymentBody(), { deploymentId: 'gh-2' }, deploymentBody()]
  const { headers } = await postBatch(token, events)
  await finishRequestLog()
  delete holder.leadlineRequestRecorder
  const id = headers.get('x-request-id')
  const { rows } = await listWebhookRequests(organization.id, { text: String(id) }, null, 10)
  const logged = rows.toSorted((one, other) => (one.requestId < other.requestId ? -1 : 1))
  expect(logged).toMatchObject([
    { requestId: `${id}/1`, deploymentId: events[0]?.deploymentId, statusCode: 201, outcome: 'created' },
    { requestId: `${id}/2`, deploymentId: 'gh-2', statusCode: 400, outcome: 'Invalid payload: commitSha is required' },
    { requestId: `${id}/3`, deploymentId: events[2]?.deploymentId, statusCode: 201, outcome: 'created' },
  ])
  const [day] = await db().prisma.storedBytes.findMany({ where: { organizationId: organization.id } })
  const sizes = [events[0], events[2]].map((event) => JSON.stringify(event).length)
  expect(Number(day?.bytes)).toBe(3 * 1_024 + sizes.reduce((sum, size) => sum + size, 0))
})
