import { afterEach, describe, expect, it, vi } from 'vitest'
import { db } from '@/lib/db/db'
import { publicError } from '@/lib/http/http'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { dropOldEntries } from './entries'
import { listWebhookRequests } from './list'
import { finishRequestLog, holder } from './process-recorder'

afterEach(() => vi.restoreAllMocks())

/** Everything that is kept of an organization's requests, the latest first. */
async function logged({ organization }: Tenant, filter = {}) {
  await finishRequestLog()
  delete holder.leadlineRequestRecorder
  return (await listWebhookRequests(organization.id, filter, null, 100)).rows
}

describe('retention', () => {
  it('deletes what is older, in batches, and nothing else', async () => {
    const tenant = await createTenant()
    await insertRequests(tenant, 4_500, { ageDays: 8 })
    await insertRequests(tenant, 20, { ageDays: 6 })
    await dropOldEntries(7)
    expect(await db().prisma.webhookRequest.count({ where: { organizationId: tenant.organization.id } })).toBe(20)
  })
})

describe('a list', () => {
  it('ends where retention does, also before anything was deleted', async () => {
    const tenant = await createTenant()
    await insertRequests(tenant, 3, { ageDays: 8 })
    await insertRequests(tenant, 2, { ageDays: 6 })
    expect((await listWebhookRequests(tenant.organization.id, {}, null, 50)).rows).toHaveLength(2)
    expect((await listWebhookRequests(tenant.organization.id, { text: 'build' }, null, 50)).rows).toHaveLength(2)
  })

  it('is read page by page, the latest first, without gaps while new requests arrive', async () => {
    const tenant = await createTenant()
    await insertRequests(tenant, 25)
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page = await listWebhookRequests(tenant.organization.id, {}, cursor, 10)
      ids.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
      await insertRequests(tenant, 3)
    } while (cursor)
    expect(ids).toHaveLength(25)
    expect(ids).toEqual(ids.toSorted((a, b) => Number(b) - Number(a)))
  })

  it('of refused requests holds every kind of refusal in order, and pages', async () => {
    const tenant = await createTenant()
    for (const statusCode of [201, 400, 401, 200, 403, 413, 429, 503, 400])
      await insertRequests(tenant, 1, { statusCode })
    const first = await listWebhookRequests(tenant.organization.id, { refusedOnly: true }, null, 4)
    const second = await listWebhookRequests(tenant.organization.id, { refusedOnly: true }, first.nextCursor, 4)
    const codes = [first, second].map(({ rows }) => rows.map(({ statusCode }) => statusCode))
    expect(codes).toEqual([
      [400, 503, 429, 413],
      [403, 401, 400],
    ])
    expect(second.nextCursor).toBeNull()
  })

  it.each([
    ['a whole deployment id', 'Build-12', 1],
    ['a part of one, in any case', 'bUILD-1', 11],
    ['a whole request id', 'request-12', 1],
    ['what was never sent', 'build-x', 0],
    ['characters that mean something in patterns', '%', 0],
    ['a NUL', '\0', 30],
    ['space around it', '  Build-12 ', 1],
  ])('finds %s', async (_name, text, count) => {
    const tenant = await createTenant()
    await insertRequests(tenant, 30)
    expect((await listWebhookRequests(tenant.organization.id, { text }, null, 50)).rows).toHaveLength(count)
  })

  it('finds a whole id however long ago it was', async () => {
    const tenant = await createTenant()
    const { headers } = await postEvent(tenant.token, deploymentBody({ deploymentId: 'release-7' }))
    await logged(tenant)
    await insertRequests(tenant, 10_050)
    const find = (text: string) => listWebhookRequests(tenant.organization.id, { text }, null, 50)
    expect((await find('release-7')).rows).toHaveLength(1)
    expect((await find(headers.get('x-request-id') ?? '')).rows).toHaveLength(1)
    expect((await find('release-')).rows).toHaveLength(0)
  })

  it.each([{}, { text: 'build' }, { refusedOnly: true, text: 'build' }])(
    'of %j is given up when the database does not answer in the time of a page',
    async (filter) => {
      const { organization } = await createTenant()
      const blocker = await db().linking.connect()
      try {
        await blocker.query('BEGIN; LOCK TABLE webhook_requests IN ACCESS EXCLUSIVE MODE')
        const error = await listWebhookRequests(organization.id, filter, null, 50).catch((error: unknown) => error)
        expect(publicError(error)).toMatchObject({ code: 'unavailable' })
      } finally {
        await blocker.query('ROLLBACK')
        blocker.release()
      }
    },
    30_000,
  )

  it('searches among refusals alone on request', async () => {
    const tenant = await createTenant()
    await insertRequests(tenant, 3)
    await insertRequests(tenant, 2, { statusCode: 400 })
    const filter = { refusedOnly: true, text: 'build-1' }
    expect((await listWebhookRequests(tenant.organization.id, filter, null, 50)).rows).toMatchObject([
      { deploymentId: 'Build-1', statusCode: 400 },
    ])
  })

  it.each(['', 'x', '-1', '1; DROP TABLE users', '9'.repeat(19)])('refuses %j for a page', async (cursor) => {
    await expect(listWebhookRequests(1, {}, cursor, 10)).rejects.toMatchObject({ code: 'invalid' })
  })
})

type Inserted = { ageDays?: number; statusCode?: number }

/** Stores requests `Build-1`, `Build-2`, … with request ids that go on counting: `request-1`, `request-2`, … */
async function insertRequests(tenant: Tenant, count: number, { ageDays = 0, statusCode = 201 }: Inserted = {}) {
  await db().prisma.$executeRaw`
    INSERT INTO webhook_requests (
      organization_id, api_key_id, received_at, request_id, external_id, status_code, outcome)
    SELECT ${tenant.organization.id}, ${tenant.apiKeyId}, now() - make_interval(days => ${ageDays}),
      'request-' || (stored.count + number), 'Build-' || number, ${statusCode}, 'as told'
    FROM generate_series(1, ${count}) AS number,
      (SELECT count(*) FROM webhook_requests WHERE organization_id = ${tenant.organization.id}) AS stored`
}
