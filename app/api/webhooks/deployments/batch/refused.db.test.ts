import { afterEach, describe, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { authenticate } from '@/lib/accounts/api-keys/authenticate'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { findSender } from '@/lib/accounts/sender'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { ingestConnection } from '@/lib/db/ingest-for'
import { never } from '@/lib/db/transaction'
import { answerBatch } from '@/lib/deployments/batch/answer-batch'
import { createReadKey, createTenant, deploymentBody } from '@/lib/testing/factories'
import { postBatch, postEvent } from '@/lib/testing/webhook'

afterEach(() => void vi.useRealTimers())

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const bodies = (count: number) => Array.from({ length: count }, () => deploymentBody())
const statusesOf = ({ body }: Awaited<ReturnType<typeof postBatch>>) => body.results.map(({ status }) => status)

const senderOf = async (organizationId: number, apiKeyId: number) => ({
  ...(await findSender(organizationId)),
  apiKeyId,
})

const authenticateAs = (token: string) =>
  authenticate(new Request('http://localhost', { headers: { Authorization: `Bearer ${token}` } }), 'ingest')

describe('an event of a batch', () => {
  it('is refused alone, with the status and in the words of the same event posted alone', async () => {
    const { organization, token } = await createTenant()
    const event = JSON.stringify(deploymentBody({ organizationSlug: organization.slug }))
    const texts = [
      event,
      'nonsense',
      '{"deploymentId":',
      '[]',
      '1',
      '{}',
      event.replace('"success"', '"done"'),
      event.replace(/"commitSha":"[^"]*"/, '"commitSha":"xyz"'),
      event.replace(organization.slug, 'another'),
      event.replace('}', `,"rawPayload":${nested(40)}}`),
      event.replace('}', `,"rawPayload":{"a":"\\u0000"}}`),
      event.replace('}', `,"rawPayload":{"a":"\\ud800"}}`),
      event.replace('}', `,"rawPayload":{"a":1e999}}`),
      event.replace('}', `,"rawPayload":[${'1,'.repeat(10_000)}1]}`),
      event.replace('}', `,"rawPayload":{"a":"${'x'.repeat(300 * 1024)}"}}`),
      event.replace(/"startedAt":"[^"]*"/, '"startedAt":"2026-02-30"'),
    ]
    const headers = { 'Content-Type': 'application/x-ndjson' }
    const { status, body } = await postBatch(token, [], { headers, body: texts.join('\n') })
    expect([status, body.stored, body.refused]).toEqual([200, 1, texts.length - 1])
    for (const [index, text] of texts.entries()) {
      const alone = await postEvent(token, null, { body: text })
      const { status: code, ...entry } = body.results[index] ?? { status: null }
      if (index === 0) expect([code, alone.status]).toEqual([201, 200])
      else expect([code, entry]).toEqual([alone.status, alone.body])
    }
  })

  it('that is wrong in an array takes nothing from its neighbours', async () => {
    const { token } = await createTenant()
    const body = `[${JSON.stringify(deploymentBody())}, {"a" 1}, , ${JSON.stringify(deploymentBody())}]`
    expect(statusesOf(await postBatch(token, [], { body }))).toEqual([201, 400, 400, 201])
  })

  it('counts as one against the limit of the key: those beyond it are refused, and say when to post them again', async () => {
    const { organization, token } = await createTenant()
    const answer = await postBatch(token, bodies(305))
    expect(statusesOf(answer)).toEqual([...Array(300).fill(201), ...Array(5).fill(429)])
    expect(answer.body.results.at(-1)).toEqual({
      status: 429,
      error: 'Rate limit exceeded',
      retryAfter: expect.any(Number),
    })
    expect(answer.headers.get('ratelimit')).toMatch(/^"ingest";r=0;t=\d+$/)
    const refused = await postBatch(token, bodies(2))
    expect([refused.status, refused.body]).toEqual([429, { error: 'Rate limit exceeded' }])
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(300)
  })

  it('counts as one for each 256 KiB of a body at least, so that large ones without events end too', async () => {
    const { token } = await createTenant()
    const blank = `[${' '.repeat(8 * 1024 * 1024 - 2)}]`
    const statuses: number[] = []
    for (let sent = 0; sent < 11; sent += 1) statuses.push((await postBatch(token, [], { body: blank })).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  it('is refused once its key is revoked, also in the middle of a batch', async () => {
    const { organization, token, apiKeyId } = await createTenant()
    const events = bodies(3).map((event) => Buffer.from(JSON.stringify(event)))
    const found = await senderOf(organization.id, apiKeyId)
    await revokeApiKey(operatorOf(organization.id), apiKeyId)
    expect((await postBatch(token, bodies(1))).status).toBe(401)
    let asked = 0
    const sender = async () => {
      asked += 1
      if (asked > 1) await authenticateAs(token)
      return found
    }
    const entries = await answerBatch({ requestId: 'r', events, found, sender, count: async () => {} })
    expect(entries.map(({ status }) => status)).toEqual([201, 401, 401])
  })

  it('that there is no time for is not stored, and says so', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { organization, token, apiKeyId } = await createTenant()
    const sent = bodies(3)
    const events = sent.map((event) => Buffer.from(JSON.stringify(event)))
    const found = await senderOf(organization.id, apiKeyId)
    const count = async () => void vi.advanceTimersByTime(10_000)
    const entries = await answerBatch({ requestId: 'r', events, found, sender: async () => found, count })
    const late = {
      status: 503,
      error: 'The time for this batch is up: not stored, post this event again',
      retryAfter: 2,
    }
    expect(entries).toEqual([expect.objectContaining({ status: 201 }), late, late])
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(1)
    expect(statusesOf(await postBatch(token, sent))).toEqual([200, 201, 201])
  })

  it('is not waited for when the database is out of reach for those before it', async () => {
    const { organization, token } = await createTenant()
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let running = 0
    const held = Array.from({ length: 4 }, () =>
      ingestConnection(organization.id, never, () => {
        running += 1
        return ended
      }),
    )
    await expect.poll(() => running).toBe(4)
    const events = bodies(40)
    const { body } = await postBatch(token, events)
    expect(body.results).toEqual(
      Array(40).fill({ status: 503, error: 'Temporarily unavailable, retry', retryAfter: 2 }),
    )
    end()
    await Promise.all(held)
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
    expect(statusesOf(await postBatch(token, events))).toEqual(Array(40).fill(201))
  })
})

describe('a whole batch is refused', () => {
  it.each([
    ['without a key', null, 401, 'Invalid or missing API key'],
    ['with a malformed key', 'ldl_x', 401, 'Invalid or missing API key'],
  ])('%s', async (_, token, status, error) => {
    const answer = await postBatch(token, bodies(1))
    expect([answer.status, answer.body]).toEqual([status, { error }])
  })

  it('with a key that reads', async () => {
    const { organization } = await createTenant()
    const answer = await postBatch(null, bodies(1), { headers: await createReadKey(organization) })
    expect(answer.status).toBe(403)
  })

  it.each([
    ['more than 1,000 events', JSON.stringify(Array(1_001).fill(0)), 413, 'Payload exceeds 1,000 events'],
    ['more than 8 MiB', `[${' '.repeat(8 * 1024 * 1024)}]`, 413, 'Payload exceeds 8192 KiB'],
    ['no event', '[]', 400, 'Invalid payload: body has no event'],
    ['no array', '{"deploymentId":"a"}', 400, 'Invalid payload: body is not a JSON array'],
    ['an array without an end', '[{"deploymentId":"a"}', 400, 'Invalid payload: body is not a JSON array'],
  ])('with %s', async (_, body, status, error) => {
    const { organization, token } = await createTenant()
    const answer = await postBatch(token, [], { body })
    expect([answer.status, answer.body]).toEqual([status, { error }])
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
  })

  it('as neither JSON nor lines of it', async () => {
    const { token } = await createTenant()
    for (const type of ['text/csv', 'application/json; charset=utf-16', '']) {
      const { status, body } = await postBatch(token, bodies(1), { headers: { 'Content-Type': type } })
      expect([status, body]).toEqual([415, { error: 'Content-Type must be application/json or application/x-ndjson' }])
    }
  })

  it('once the quota of the day is used up', async () => {
    const { organization, token } = await createTenant()
    const day = new Date(new Date().toISOString().slice(0, 10))
    const bytes = BigInt(env().MAX_STORED_BYTES_PER_DAY)
    await db().prisma.storedBytes.create({ data: { organizationId: organization.id, day, bytes } })
    const { status, body } = await postBatch(token, bodies(1))
    expect([status, body.error]).toEqual([429, expect.stringContaining('Daily quota reached')])
  })
})
