import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { db } from '@/lib/db/db'
import {
  createHistory,
  createRepository,
  createTenant,
  deploymentBody,
  randomSha,
  type Tenant,
} from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { writeEntries } from './entries'
import { listWebhookRequests } from './list'
import { finishRequestLog, holder } from './process-recorder'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Everything that is kept of an organization's requests, the latest first. */
async function logged({ organization }: Tenant, filter = {}) {
  await finishRequestLog()
  delete holder.leadlineRequestRecorder
  return (await listWebhookRequests(organization.id, filter, null, 100)).rows
}

describe('the request log', () => {
  it('keeps accepted requests with key, deployment, record, status and words', async () => {
    const tenant = await createTenant()
    const event = deploymentBody()
    const before = Date.now()
    const created = await postEvent(tenant.token, event)
    await postEvent(tenant.token, event)
    const stored = (created.body as { deploymentId: number }).deploymentId
    const [updated, first] = await logged(tenant)
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      receivedAt: expect.any(Date),
      requestId: created.headers.get('x-request-id'),
      key: {
        id: tenant.apiKeyId,
        name: 'ci',
        display: `ldl_…${tenant.token.slice(-4)}`,
        revoked: false,
        trusted: false,
      },
      deploymentId: event.deploymentId,
      storedId: stored,
      statusCode: 201,
      outcome: 'created',
      repeats: 1,
    })
    expect(first?.receivedAt.getTime()).toBeGreaterThanOrEqual(before)
    expect(updated).toMatchObject({ statusCode: 200, outcome: 'updated', storedId: stored })
  })

  it('says how many pull requests were linked', async () => {
    const tenant = await createTenant({ plan: 'business' })
    const shas = await createHistory(await createRepository(tenant.organization.id, 'api'), 6)
    for (const [commitSha, previousCommitSha] of [
      [shas[1], shas[0]],
      [shas[4], shas[1]],
    ]) {
      await postEvent(tenant.token, deploymentBody({ service: 'api', commitSha, previousCommitSha }))
    }
    expect((await logged(tenant)).map(({ outcome }) => outcome)).toEqual([
      'created, 3 pull requests linked',
      'created, 1 pull request linked',
    ])
  })

  it('keeps refused requests with the reason, and the deployment when the body could be read that far', async () => {
    const tenant = await createTenant()
    const post = (event: unknown, options = {}) => postEvent(tenant.token, event, options)
    await post(deploymentBody({ deploymentId: 'build-1', status: 'done' }))
    await post(deploymentBody({ deploymentId: 'build-2', organizationSlug: 'nobody' }))
    await post(deploymentBody({ deploymentId: 7 }))
    await post(null, { body: '{"deploymentId":"build-4"' })
    await post(deploymentBody(), { headers: { 'Content-Type': 'text/plain' } })
    await post(deploymentBody({ rawPayload: { filler: 'x'.repeat(300_000) } }))
    const rows = (await logged(tenant)).map(({ statusCode, deploymentId, outcome }) => [
      statusCode,
      deploymentId,
      outcome,
    ])
    expect(rows).toHaveLength(6)
    expect(rows).toEqual(
      expect.arrayContaining([
        [400, 'build-1', expect.stringContaining('Invalid payload: status must be one of')],
        [403, 'build-2', 'Organization slug does not match API key'],
        [400, null, 'Invalid payload: deploymentId must be a string'],
        [400, null, 'Invalid payload: body is not valid JSON'],
        [415, null, 'Content-Type must be application/json'],
        [413, null, 'Payload exceeds 256 KiB'],
      ]),
    )
  })

  it('shows a revoked key to its organization, and answers it like any other unknown one', async () => {
    const tenant = await createTenant()
    await revokeApiKey(operatorOf(tenant.organization.id), tenant.apiKeyId)
    const { status, body } = await postEvent(tenant.token, deploymentBody())
    expect({ status, body }).toEqual({ status: 401, body: { error: 'Invalid or missing API key' } })
    expect(await logged(tenant)).toMatchObject([
      {
        statusCode: 401,
        outcome: 'Invalid or missing API key',
        deploymentId: null,
        key: { name: 'ci', revoked: true },
      },
    ])
  })

  it('makes one line of a flood over the rate limit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const tenant = await createTenant()
    for (let count = 0; count < 340; count += 1) await postEvent(tenant.token, {})
    const rows = await logged(tenant)
    const limited = rows.filter(({ statusCode }) => statusCode === 429)
    expect(limited.length).toBeLessThanOrEqual(3)
    expect(limited.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(40)
    expect(limited[0]).toMatchObject({ outcome: 'Rate limit exceeded' })
  })

  it('keeps a 503 when the database fails after the key was known', async () => {
    const tenant = await createTenant({ plan: 'business' })
    vi.spyOn(console, 'error').mockReturnValue()
    await db().prisma.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE deployments IN ACCESS EXCLUSIVE MODE`
        await postEvent(tenant.token, deploymentBody({ deploymentId: 'build-1' }))
      },
      { timeout: 20_000 },
    )
    expect(await logged(tenant)).toMatchObject([
      { statusCode: 503, outcome: 'Temporarily unavailable, retry', deploymentId: 'build-1', storedId: null },
    ])
  })

  it('is written automatically a moment later', async () => {
    const { organization, token } = await createTenant()
    await postEvent(token, deploymentBody())
    await vi.waitFor(async () => {
      expect((await listWebhookRequests(organization.id, {}, null, 10)).rows).toHaveLength(1)
    }, 5_000)
  })

  it('writes the rest when an organization was deleted meanwhile', async () => {
    const [gone, stays] = [await createTenant(), await createTenant()]
    await postEvent(gone.token, {})
    await postEvent(stays.token, {})
    await db().prisma.organization.delete({ where: { id: gone.organization.id } })
    expect(await logged(stays)).toHaveLength(1)
  })

  it('shows nothing to another organization', async () => {
    const [here, there] = [await createTenant(), await createTenant()]
    const event = deploymentBody()
    const { headers } = await postEvent(there.token, event)
    await postEvent(there.token, {})
    await logged(there)
    const requestId = headers.get('x-request-id')
    for (const filter of [{}, { refusedOnly: true }, { text: event.deploymentId }, { text: requestId }]) {
      expect(await logged(here, filter)).toEqual([])
      expect((await logged(there, filter)).length).toBeGreaterThan(0)
    }
  })
})

const canary = 'canary-7f3a9c'

const smuggled = fc.record(
  {
    deploymentId: fc.constantFrom(undefined, null, 7, '', ' ', 'x'.repeat(201), { canary }),
    commitSha: fc.constantFrom(randomSha(), canary),
    environment: fc.constantFrom('production', canary, null),
    status: fc.constantFrom('success', canary),
    startedAt: fc.constantFrom('2026-03-02T10:00:00Z', canary),
    organizationSlug: fc.constantFrom(undefined, canary),
    service: fc.constantFrom(canary, { canary }),
    pipelineUrl: fc.constantFrom(canary, `https://ci.example.com/${canary}`),
    metadata: fc.constantFrom({ [canary]: canary }, { canary: { canary } }),
    rawPayload: fc.constantFrom({ [canary]: canary }, canary, { a: `${canary}\u0000` }),
  },
  { requiredKeys: ['service'] },
)

describe('what the request log never holds', () => {
  it('any part of a body but its deploymentId', async () => {
    const tenant = await createTenant()
    await fc.assert(
      fc.asyncProperty(smuggled, fc.boolean(), async (fields, broken) => {
        const json = JSON.stringify({ ...deploymentBody(), ...fields })
        await postEvent(tenant.token, null, { body: broken ? json.slice(1) : json })
      }),
      { numRuns: 200 },
    )
    expect((await logged(tenant)).length).toBeGreaterThan(10)
    expect(await everythingStored(tenant)).not.toContain('canary')
  })

  it('the key, wherever it was pasted', async () => {
    const tenant = await createTenant()
    const { token } = tenant
    for (const deploymentId of [token, `Bearer ${token}`, `${token}-1`]) {
      await postEvent(token, { deploymentId, status: token, service: token })
      await postEvent(token, deploymentBody({ deploymentId }))
    }
    await postEvent(token, deploymentBody({ deploymentId: token.slice(0, 40) }))
    const ids = (await logged(tenant)).map(({ deploymentId }) => deploymentId)
    expect(ids).toEqual(expect.arrayContaining([null, `ldl_…${token.slice(-4)}`]))
    expect(await everythingStored(tenant)).not.toContain(token.slice(4, 20))
  })
})

async function everythingStored({ organization }: Tenant): Promise<string> {
  const rows = await db().prisma.webhookRequest.findMany({ where: { organizationId: organization.id } })
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

describe('writing', () => {
  it('the same entries again, as after an answer that was lost, stores nothing twice', async () => {
    const tenant = await createTenant()
    const entry = {
      organizationId: tenant.organization.id,
      apiKeyId: tenant.apiKeyId,
      receivedAt: new Date(),
      requestId: randomUUID(),
      deploymentId: null,
      storedId: null,
      statusCode: 400,
      outcome: 'body is not valid JSON',
      storedBytes: 0,
      repeats: 1,
    }
    await writeEntries([entry])
    await writeEntries([entry, { ...entry, requestId: randomUUID() }])
    expect(await logged(tenant)).toHaveLength(2)
  })
})
