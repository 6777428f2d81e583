import { expect } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { post, postBatch } from '../support/servers'
import { test } from '../support/webhook-test'

const mebibyte = 1024 * 1024

const lines = (events: readonly unknown[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
const bodies = (count: number) => Array.from({ length: count }, () => deploymentBody())

test('a batch of lines is stored, and each event answered in its place', async ({ urls }) => {
  const { organization, token } = await createTenant()
  const [first, wrong, last] = [deploymentBody(), { ...deploymentBody(), status: 'done' }, deploymentBody()]
  const answer = await postBatch(urls[0], token, lines([first, wrong, last]))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-request-id')).toBeTruthy()
  expect(answer.headers.get('ratelimit')).toMatch(/^"ingest";r=\d+;t=\d+$/)
  expect(answer.body).toEqual({
    stored: 2,
    refused: 1,
    results: [
      { status: 201, action: 'created', deploymentId: expect.any(Number), linkedPRs: 0 },
      { status: 400, error: expect.stringContaining('Invalid payload: status must be one of') },
      { status: 201, action: 'created', deploymentId: expect.any(Number), linkedPRs: 0 },
    ],
  })
  const again = await postBatch(urls[1], token, JSON.stringify([first, last]), 'application/json')
  expect(again.body.results?.map(({ action }) => action)).toEqual(['updated', 'updated'])
  expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(2)
})

test('a trailing slash loses no batch, and other methods are 405', async ({ urls }) => {
  const { token } = await createTenant()
  const address = `${urls[0]}/api/webhooks/deployments/batch`
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' }
  const init = { method: 'POST', redirect: 'manual' as const, headers, body: lines(bodies(1)) }
  expect((await fetch(`${address}/`, init)).status).toBe(200)
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, headers: allowed } = await fetch(address, { method })
    expect([status, allowed.get('allow')]).toEqual([405, 'POST'])
  }
})

test('what no pipeline sends is refused, and the server goes on', async ({ urls }) => {
  const { token } = await createTenant()
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const json = 'application/json'
  const refused = [
    [lines(Array(1_001).fill({})), 'application/x-ndjson', 413, 'Payload exceeds 1,000 events'],
    ['x'.repeat(9 * mebibyte), 'application/x-ndjson', 413, 'Payload exceeds 8192 KiB'],
    ['\n'.repeat(8 * mebibyte), 'application/x-ndjson', 400, 'Invalid payload: body has no event'],
    ['['.repeat(8 * mebibyte), json, 400, 'Invalid payload: body is not a JSON array'],
    [`[${','.repeat(8 * mebibyte - 2)}]`, json, 413, 'Payload exceeds 1,000 events'],
    [`["${'x'.repeat(8 * mebibyte - 8)}`, json, 400, 'Invalid payload: body is not a JSON array'],
  ] as const
  for (const [body, type, status, error] of refused) {
    const answer = await postBatch(urls[0], token, body, type)
    expect([answer.status, answer.body]).toEqual([status, { error }])
  }
  const alone = [
    [deep(100_000), json, 400, 'Invalid payload: body is nested deeper than 32 levels'],
    [deep(4 * mebibyte), json, 413, 'Payload exceeds 256 KiB'],
    ['x'.repeat(8 * mebibyte), 'application/x-ndjson', 413, 'Payload exceeds 256 KiB'],
  ] as const
  for (const [body, type, status, error] of alone) {
    const answer = await postBatch(urls[0], token, body, type)
    expect([answer.status, answer.body]).toEqual([200, { stored: 0, refused: 1, results: [{ status, error }] }])
  }
  expect((await post(urls[0], token, deploymentBody())).status).toBe(201)
})

test('many batches of one organization leave connections and memory to the events of another', async ({
  startExtra,
}) => {
  const server = await startExtra({ RATE_LIMIT_PER_MINUTE: '100000' })
  const [busy, other] = [await createTenant(), await createTenant()]
  const large = () => lines(bodies(30).map((event) => ({ ...event, rawPayload: { text: 'x'.repeat(200 * 1024) } })))
  const sent = Array.from({ length: 12 }, (_, index) =>
    // On a busy machine a body may be too late, which ends its connection.
    postBatch(server.url, busy.token, index % 2 ? large() : lines(bodies(300))).catch(() => null),
  )
  let done = false
  const all = Promise.all(sent).finally(() => {
    done = true
  })
  const singles: number[] = []
  do singles.push((await post(server.url, other.token, deploymentBody())).status)
  while (!done)
  expect(new Set(singles)).toEqual(new Set([201]))
  for (const answer of await all) expect([undefined, 200, 408, 503]).toContain(answer?.status)
  expect(await server.stop()).toBe(0)
})
