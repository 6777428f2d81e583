import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { listApiKeys } from '@/lib/accounts/api-keys/list'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

describe('a new deploymentId', () => {
  it('answers 201 with exactly action, the id of the record, and the number of linked pull requests', async () => {
    const { organization, token } = await createTenant()
    const event = deploymentBody()
    const { status, body } = await postEvent(token, event)
    const stored = await getDeployment(organization.id, String(event.deploymentId))
    expect(status).toBe(201)
    expect(body).toEqual({ action: 'created', deploymentId: stored.id, linkedPRs: 0 })
  })

  it('says where the deployment is, what is left of the rate limit, and a request id', async () => {
    const { organization, token } = await createTenant()
    const { headers, body } = await postEvent(token, deploymentBody())
    const { deploymentId } = body as { deploymentId: number }
    expect(headers.get('location')).toBe(`/${organization.slug}/deployments/${deploymentId}`)
    expect(headers.get('ratelimit-policy')).toBe('"ingest";q=300;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"ingest";r=299;t=\d+$/)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('stores every field as sent, the SHA in lower case, the dates as instants', async () => {
    const { organization, token } = await createTenant()
    const event = deploymentBody({
      organizationSlug: organization.slug,
      commitSha: 'ABCDEF0123',
      environment: ' Production ',
      startedAt: '2026-03-02T11:00:00+01:00',
      completedAt: '2026-03-02T10:05:00.250Z',
      service: 'api',
      branch: 'release/1',
      triggeredBy: 'Zoë <zoe@example.com>',
      pipelineName: 'deploy',
      previousCommitSha: 'HEAD~1',
      pipelineUrl: 'https://ci.example.com/runs/1?a=b#c',
      rawPayload: { nested: { list: [1, null, 'x'] } },
      metadata: { attempts: 2, canary: true, region: '' },
      somethingElse: { ignored: true },
    })
    const body = JSON.stringify(event).replace('"nested"', '"__proto__":{"own":1},"nested"')
    expect((await postEvent(token, null, { body })).status).toBe(201)
    expect(await getDeployment(organization.id, String(event.deploymentId))).toMatchObject({
      commitSha: 'abcdef0123',
      environment: ' Production ',
      production: true,
      status: 'success',
      startedAt: new Date('2026-03-02T10:00:00Z'),
      completedAt: new Date('2026-03-02T10:05:00.250Z'),
      durationSeconds: 300,
      service: 'api',
      branch: 'release/1',
      triggeredBy: 'Zoë <zoe@example.com>',
      pipelineName: 'deploy',
      previousCommitSha: 'HEAD~1',
      pipelineUrl: 'https://ci.example.com/runs/1?a=b#c',
      rawPayload: { nested: { list: [1, null, 'x'] } },
      metadata: { attempts: 2, canary: true, region: '' },
    })
    const [row] = await db().prisma.$queryRaw<{ own: string }[]>`
      SELECT raw_payload #>> '{__proto__,own}' AS own FROM deployments WHERE organization_id = ${organization.id}`
    expect(row?.own).toBe('1')
  })

  it.each(['null', '""', '"   "'])('takes %s for an optional field as not sent', async (unset) => {
    const { organization, token } = await createTenant()
    const event = deploymentBody()
    const optional = ['organizationSlug', 'service', 'branch', 'triggeredBy', 'pipelineName', 'previousCommitSha']
    const fields = [...optional, 'pipelineUrl', 'rawPayload', 'metadata'].map((field) => `"${field}":${unset}`)
    const body = `${JSON.stringify(event).slice(0, -1)},${fields}}`
    expect((await postEvent(token, null, { body })).status).toBe(201)
    expect(await getDeployment(organization.id, String(event.deploymentId))).toMatchObject({
      service: null,
      branch: null,
      triggeredBy: null,
      pipelineName: null,
      previousCommitSha: null,
      pipelineUrl: null,
      rawPayload: null,
      metadata: null,
    })
  })

  it('stores a completion before the start, without a duration', async () => {
    const { organization, token } = await createTenant()
    const event = deploymentBody({ completedAt: '2026-03-02T09:59:00Z' })
    expect((await postEvent(token, event)).status).toBe(201)
    expect((await getDeployment(organization.id, String(event.deploymentId))).durationSeconds).toBeNull()
  })

  it('accepts any environment; only the organization’s production names count as production', async () => {
    const { organization, token } = await createTenant()
    await db().prisma.organization.update({
      where: { id: organization.id },
      data: { productionNames: ['Live', 'prod'] },
    })
    const productionOf = async (environment: string) => {
      const event = deploymentBody({ environment })
      await postEvent(token, event)
      return (await getDeployment(organization.id, String(event.deploymentId))).production
    }
    expect(await productionOf('live')).toBe(true)
    expect(await productionOf(' PROD')).toBe(true)
    expect(await productionOf('production')).toBe(false)
    expect(await productionOf('eu-west/preview #7')).toBe(false)
  })
})

describe('a known deploymentId', () => {
  it('answers 200 updated with the same record, keeps what is absent, replaces what is sent', async () => {
    const { organization, token } = await createTenant()
    const first = deploymentBody({ status: 'in_progress', completedAt: null, service: 'api', branch: 'main' })
    const created = await postEvent(token, first)
    const later = deploymentBody({ deploymentId: first.deploymentId, commitSha: first.commitSha, branch: 'hotfix' })
    const updated = await postEvent(token, later)
    expect(updated.status).toBe(200)
    expect(updated.body).toEqual({ ...(created.body as object), action: 'updated' })
    expect(await getDeployment(organization.id, String(first.deploymentId))).toMatchObject({
      status: 'success',
      service: 'api',
      branch: 'hotfix',
      timeline: [{ status: 'in_progress' }, { status: 'success' }],
    })
  })

  it('is another deployment in another organization', async () => {
    const [here, there] = [await createTenant(), await createTenant()]
    const event = deploymentBody()
    const one = await postEvent(here.token, event)
    const other = await postEvent(there.token, event)
    expect([one.status, other.status]).toEqual([201, 201])
    expect(other.body).not.toEqual(one.body)
  })

  it('keeps an event that changes nothing in the timeline', async () => {
    const { organization, token } = await createTenant()
    const event = deploymentBody()
    await postEvent(token, event)
    const { status } = await postEvent(token, event)
    const { timeline } = await getDeployment(organization.id, String(event.deploymentId))
    expect(status).toBe(200)
    expect(timeline).toHaveLength(2)
  })

  it('never reopens a finished deployment for a late in_progress, and still fills what that one knew', async () => {
    const { organization, token } = await createTenant()
    const done = deploymentBody()
    await postEvent(token, done)
    const late = { ...done, status: 'in_progress', completedAt: null, triggeredBy: 'ada', branch: 'main' }
    expect((await postEvent(token, late)).body).toMatchObject({ action: 'updated' })
    expect(await getDeployment(organization.id, String(done.deploymentId))).toMatchObject({
      status: 'success',
      completedAt: new Date(String(done.completedAt)),
      triggeredBy: 'ada',
      branch: 'main',
    })
  })

  it('reopens for a run that started later', async () => {
    const { organization, token } = await createTenant()
    const done = deploymentBody({ status: 'failure' })
    await postEvent(token, done)
    await postEvent(token, { ...done, status: 'in_progress', startedAt: '2026-03-02T11:00:00Z', completedAt: null })
    const { status, completedAt } = await getDeployment(organization.id, String(done.deploymentId))
    expect({ status, completedAt }).toEqual({ status: 'in_progress', completedAt: null })
  })

  it('turns success into rolled_back', async () => {
    const { organization, token } = await createTenant()
    const done = deploymentBody()
    await postEvent(token, done)
    await postEvent(token, { ...done, status: 'rolled_back' })
    expect((await getDeployment(organization.id, String(done.deploymentId))).status).toBe('rolled_back')
  })
})

describe('API keys', () => {
  it('stay active when another is generated, and until revoked', async () => {
    const { organization, token, apiKeyId } = await createTenant()
    const second = await createApiKey(operatorOf(organization.id), 'second')
    expect((await postEvent(token, deploymentBody())).status).toBe(201)
    expect((await postEvent(second.token, deploymentBody())).status).toBe(201)
    await revokeApiKey(operatorOf(organization.id), apiKeyId)
    expect((await postEvent(token, deploymentBody())).status).toBe(401)
    expect((await postEvent(second.token, deploymentBody())).status).toBe(201)
  })

  it('remember when they were last used', async () => {
    const { organization, token } = await createTenant()
    expect((await listApiKeys(organization.id))[0]?.lastUsedAt).toBeNull()
    await postEvent(token, deploymentBody())
    await expect.poll(async () => (await listApiKeys(organization.id))[0]?.lastUsedAt).toBeInstanceOf(Date)
  })

  it('accept any case of the scheme and several spaces', async () => {
    const { token } = await createTenant()
    const headers = { Authorization: `bEARER   ${token}` }
    expect((await postEvent(null, deploymentBody(), { headers })).status).toBe(201)
  })
})
