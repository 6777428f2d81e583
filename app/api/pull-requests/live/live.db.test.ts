import { beforeAll, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { refreshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { runForKey } from '@/lib/pull-requests/answer-live'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { createRepository, createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { describeRefusedKeys } from '@/lib/testing/refused-keys'
import { postEvent } from '@/lib/testing/webhook'
import { GET, POST } from './route'

async function readLive(query: string, headers: Record<string, string>) {
  const response = await GET(new Request(`http://localhost/api/pull-requests/live?${query}`, { headers }))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function readKeyOf({ organization }: Pick<Tenant, 'organization'>): Promise<Record<string, string>> {
  const { token } = await createApiKey(operatorOf(organization.id), 'bot', 'read')
  return { Authorization: `Bearer ${token}` }
}

let tenant: Tenant
let key: Record<string, string>

beforeAll(async () => {
  const history = await tenantWithHistory(4)
  tenant = history.tenant
  key = await readKeyOf(tenant)
  const range = { service: 'api', commitSha: at(history.shas, 2), previousCommitSha: at(history.shas, 1) }
  await postEvent(tenant.token, deploymentBody({ deploymentId: 'run-1', ...range }))
  await refreshFirstDeployments(tenant.organization.id)
})

describe('GET /api/pull-requests/live', () => {
  describeRefusedKeys('read', (headers) => readLive('repository=acme/api&number=3', headers))

  it('answers since when a pull request is live, and by which deployment', async () => {
    const { status, headers, body } = await readLive('repository=acme/api&number=3', key)
    const deployment = { deploymentId: 'run-1', service: 'api', environment: 'production', pipelineUrl: null }
    const withId = { ...deployment, id: expect.any(Number) }
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        repository: 'acme/api',
        number: 3,
        title: 'Change 3',
        state: 'merged',
        mergedAt: '2026-01-01T00:02:00.000Z',
        live: true,
        since: '2026-03-02T10:05:00.000Z',
        beforeFirstDeployment: false,
        firstDeployment: null,
        deployment: withId,
        method: 'merge-commit',
        because: 'its merge commit was deployed',
        leadTimeSeconds: 5_220_180,
        services: [
          { service: 'api', environment: 'production', since: '2026-03-02T10:05:00.000Z', deployment: withId },
        ],
        notLive: null,
      },
    })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('ratelimit-policy')).toBe('"read";q=300;w=60')
  })

  it('answers why it is not', async () => {
    const { status, body } = await readLive('repository=api&number=4', key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ live: false, since: null, deployment: null, services: [] })
    expect(body.notLive).toEqual({
      why: 'merged, not deployed',
      since: '2026-01-01T00:03:00.000Z',
      ageSeconds: expect.any(Number),
    })
  })

  it('answers that it was live before the first deployment', async () => {
    const { status, body } = await readLive('repository=api&number=1', key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ live: true, since: null, beforeFirstDeployment: true, leadTimeSeconds: null })
    expect(body.firstDeployment).toEqual({
      id: expect.any(Number),
      deploymentId: 'run-1',
      service: 'api',
      environment: 'production',
      completedAt: '2026-03-02T10:05:00.000Z',
    })
  })

  it.each([
    ['', /repository is missing/],
    ['repository=acme/api', /number is missing/],
    ['number=3', /repository is missing/],
    ['repository=%20&number=3', /repository is missing/],
    ['repository=acme/api&number=', /number is missing/],
    ['repository=acme/api&number=0', /number must be/],
    ['repository=acme/api&number=-3', /number must be/],
    ['repository=acme/api&number=3.0', /number must be/],
    ['repository=acme/api&number=0x3', /number must be/],
    ['repository=acme/api&number=99999999999999999999', /number must be/],
    ['repository=acme/api&number=3&number=4', /number may be given once/],
    ['repository=a%00b&number=3', /repository must be/],
    [`repository=${'x'.repeat(301)}&number=3`, /repository must be/],
  ])('400 for ?%s', async (query, message) => {
    const { status, body } = await readLive(query, key)
    expect(status).toBe(400)
    expect(body.error).toMatch(message)
  })

  it('400 for a name that several repositories go by', async () => {
    const several = await createTenant()
    for (const name of ['one/api', 'two/api']) await createRepository(several.organization.id, name)
    const { status, body } = await readLive('repository=api&number=3', await readKeyOf(several))
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining('one/api, two/api') })
  })

  it("404 for what is unknown, which another organization's looks like", async () => {
    const stranger = await readKeyOf(await createTenant())
    const [theirs, unknown] = [
      await readLive('repository=acme/api&number=3', stranger),
      await readLive('repository=acme/nothing&number=3', key),
    ]
    expect([theirs.status, theirs.body]).toEqual([404, unknown.body])
    expect((await readLive('repository=acme/api&number=5', key)).status).toBe(404)
  })

  it("503 for another organization's as for what is unknown, where the own one is busy", async () => {
    const { organization } = await createTenant()
    const stranger = await readKeyOf({ organization })
    const ask = async (repository: string) => {
      const { status, headers, body } = await readLive(`repository=${repository}&number=3`, stranger)
      return { status, body, retryAfter: headers.get('retry-after'), names: [...headers.keys()].sort() }
    }
    const [theirs, unknown] = await runForKey({ organizationId: organization.id, apiKeyId: 0 }, () =>
      Promise.all([ask('acme/api'), ask('acme/nothing')]),
    )
    expect(theirs).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
    expect(theirs).toEqual(unknown)
  })

  it('503 where another question of the organization takes too long, and only there', async () => {
    const { tenant: stranger } = await tenantWithHistory(2)
    const slow = { organizationId: tenant.organization.id, apiKeyId: 0 }
    const { busy, quiet } = await runForKey(slow, async () => ({
      busy: await readLive('repository=acme/api&number=3', key),
      quiet: await readLive('repository=acme/api&number=2', await readKeyOf(stranger)),
    }))
    expect(busy.status).toBe(503)
    expect(busy.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(quiet.status).toBe(200)
    expect((await readLive('repository=acme/api&number=3', key)).status).toBe(200)
  })

  it('405 for anything but a question', async () => {
    const response = await POST(new Request('http://localhost/api/pull-requests/live', { method: 'POST' }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
