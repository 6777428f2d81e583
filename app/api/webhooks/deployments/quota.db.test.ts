import { afterEach, describe, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { refreshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { noteLinkChanges } from '@/lib/deployments/linking/note-changes'
import { linkPending, relinkRepository } from '@/lib/deployments/linking/relink'
import { finishRequestLog, holder } from '@/lib/deployments/request-log/process-recorder'
import { at, linkAllDue, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant, deploymentBody, keyOf } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

afterEach(async () => {
  vi.useRealTimers()
  await finishRequestLog()
  delete holder.leadlineRequestRecorder
})

const storedBytes = async (organizationId: number) => {
  await finishRequestLog()
  delete holder.leadlineRequestRecorder
  const days = await db().prisma.storedBytes.findMany({ where: { organizationId } })
  return days.map(({ bytes }) => Number(bytes))
}

describe('the bytes of a day', () => {
  it('are those of the events that were stored, and 1 KiB for each', async () => {
    const { organization, token } = await createTenant()
    const event = deploymentBody()
    const size = JSON.stringify(event).length + 1_024
    await postEvent(token, event)
    expect(await storedBytes(organization.id)).toEqual([size])
    await postEvent(token, event)
    expect(await storedBytes(organization.id)).toEqual([size * 2])
  })

  it.each(['success', 'rolled_back'])(
    'are 170 for each pull request, or commit without one, of a deployment that has a hundred: %s',
    async (status) => {
      const { tenant, shas } = await tenantWithHistory(120)
      const { organization } = tenant
      await db().prisma.pullRequest.deleteMany({ where: { organizationId: organization.id, number: { gt: 60 } } })
      const range = (last: number) =>
        deploymentBody({ status, commitSha: at(shas, last), previousCommitSha: at(shas, 0) })
      const event = range(110)
      await postEvent(tenant.token, event)
      const size = JSON.stringify(event).length + 1_024
      expect(await storedBytes(organization.id)).toEqual([size + 110 * 170])
      await postEvent(tenant.token, event)
      await postEvent(tenant.token, range(99))
      expect(await storedBytes(organization.id)).toEqual([3 * size + 110 * 170])
    },
  )

  it('are 170 for each that another event, or a commit that came late, adds to a deployment, in none of its own', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(260)
    const organizationId = tenant.organization.id
    const range = (status: string, first: number, last: number) =>
      deploymentBody({ status, commitSha: at(shas, last), previousCommitSha: at(shas, first) })
    const events = [range('rolled_back', 200, 201), range('failure', 0, 200)]
    for (const event of events) await postEvent(tenant.token, event)
    const size = events.reduce((sum, event) => sum + JSON.stringify(event).length + 1_024, 0)
    expect(await storedBytes(organizationId)).toEqual([size + 200 * 170])
    const links = () => db().prisma.deploymentPullRequest.count({ where: { organizationId } })
    expect(await links()).toBe(201)
    const removed = { organizationId, repositoryId: repository.id, number: { lte: 150 } }
    const pullRequests = await db().prisma.pullRequest.findMany({ where: removed, omit: { id: true } })
    await db().prisma.pullRequest.deleteMany({ where: removed })
    expect(await links()).toBe(52)
    await db().prisma.pullRequest.createMany({ data: pullRequests })
    const changes = shas.map((sha) => ({ sha, merges: true }))
    await noteLinkChanges(db().people, keyOf(repository), changes)
    await relinkRepository(organizationId, repository.id)
    expect(await links()).toBe(201)
    expect(await storedBytes(organizationId)).toEqual([size + (200 + 149) * 170])
  })

  it('are 170 for each, however few, of deployments that are linked for no event of their own', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(60)
    const organizationId = tenant.organization.id
    const event = deploymentBody({ commitSha: at(shas, 50), previousCommitSha: at(shas, 0) })
    const where = { organizationId, repositoryId: repository.id }
    const pullRequests = await db().prisma.pullRequest.findMany({ where, omit: { id: true } })
    await postEvent(tenant.token, event)
    await db().prisma.pullRequest.deleteMany({ where })
    await db().prisma.pullRequest.createMany({ data: pullRequests })
    await noteLinkChanges(
      db().people,
      keyOf(repository),
      shas.map((sha) => ({ sha, merges: true })),
    )
    await relinkRepository(organizationId, repository.id)
    expect(await db().prisma.deploymentPullRequest.count({ where: { organizationId } })).toBe(50)
    expect(await storedBytes(organizationId)).toEqual([JSON.stringify(event).length + 1_024 + 50 * 170])
  })

  it('are 135 for each that was live before the first deployment of a service, of which none are added beyond', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(120)
    const { id: organizationId } = tenant.organization
    const event = deploymentBody({ service: 'first', commitSha: at(shas, 119) })
    await postEvent(tenant.token, event)
    await refreshFirstDeployments(organizationId)
    const before = JSON.stringify(event).length + 1_024
    const rows = () => db().prisma.liveBefore.count({ where: { repositoryId: repository.id } })
    expect(await rows()).toBeGreaterThan(100)
    expect(await storedBytes(organizationId)).toEqual([before + (await rows()) * 135])
    await postEvent(tenant.token, { ...event, deploymentId: 'second', service: 'second' })
    const bytes = BigInt(env().MAX_STORED_BYTES_PER_DAY)
    await finishRequestLog()
    await db().prisma.storedBytes.updateMany({ where: { organizationId }, data: { bytes } })
    const once = await rows()
    await refreshFirstDeployments(organizationId)
    expect(await rows()).toBe(once)
    await refreshFirstDeployments(organizationId, { byOperator: true })
    expect(await rows()).toBe(2 * once)
    const days = await db().prisma.storedBytes.findMany({ where: { organizationId } })
    expect(days.map((day) => day.bytes)).toEqual([bytes])
  })

  it('once they are used up, put off what is still to be linked, but nothing of an operator or others', async () => {
    const [full, other] = [await tenantWithHistory(3), await tenantWithHistory(3)]
    for (const { tenant, shas } of [full, other]) {
      await postEvent(tenant.token, deploymentBody({ commitSha: at(shas, 2), previousCommitSha: at(shas, 0) }))
      await db().people.query(
        `INSERT INTO pending_links (deployment_id, organization_id)
         SELECT id, organization_id FROM deployments WHERE organization_id = $1`,
        [tenant.organization.id],
      )
    }
    const organizationId = full.tenant.organization.id
    const day = new Date(new Date().toISOString().slice(0, 10))
    const bytes = BigInt(env().MAX_STORED_BYTES_PER_DAY)
    await finishRequestLog()
    await db().prisma.storedBytes.upsert({
      where: { organizationId_day: { organizationId, day } },
      create: { organizationId, day, bytes },
      update: { bytes },
    })
    await linkPending(organizationId)
    await linkAllDue()
    const marks = await db().prisma.pendingLink.findMany({ where: { organizationId } })
    expect(marks.map(({ notBefore }) => notBefore.getTime())).toEqual([day.getTime() + 86_400_000])
    const others = { organizationId: other.tenant.organization.id }
    expect(await db().prisma.pendingLink.count({ where: others })).toBe(0)
    await linkPending(organizationId, () => {})
    expect(await db().prisma.pendingLink.count({ where: { organizationId } })).toBe(0)
  })

  it('are 1 KiB for each line that refusals make in the request log, and ever new ids make few', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { organization, token } = await createTenant()
    for (let count = 0; count < 120; count += 1) await postEvent(token, { deploymentId: `build-${count}` })
    const [bytes] = await storedBytes(organization.id)
    const lines = await db().prisma.webhookRequest.findMany({ where: { organizationId: organization.id } })
    expect(lines.length).toBeGreaterThanOrEqual(51)
    expect(lines.length).toBeLessThanOrEqual(52)
    expect(lines.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(120)
    expect(bytes).toBe(lines.length * 1_024)
  })

  it('are as many as a day may have: then events are refused until midnight UTC, of this organization alone', async () => {
    const { organization, token } = await createTenant()
    const { organization: other, token: otherToken } = await createTenant()
    const today = new Date(new Date().toISOString().slice(0, 10))
    const bytes = BigInt(env().MAX_STORED_BYTES_PER_DAY)
    const yesterday = new Date(today.getTime() - 86_400_000)
    await db().prisma.storedBytes.createMany({
      data: [
        { organizationId: organization.id, day: today, bytes },
        { organizationId: other.id, day: yesterday, bytes },
        { organizationId: other.id, day: today, bytes: bytes - 1n },
      ],
    })
    const refused = await postEvent(token, deploymentBody())
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ error: expect.stringContaining('Daily quota reached') })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(86_400)
    expect((await postEvent(otherToken, deploymentBody())).status).toBe(201)
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
  })
})

it('an organization has so many active keys, and revoking one makes room', async () => {
  const { organization } = await createTenant()
  const max = env().MAX_API_KEYS_PER_ORGANIZATION
  const data = Array.from({ length: max - 1 }, (_, n) => ({
    organizationId: organization.id,
    name: 'ci',
    tokenHash: `${organization.id}-${n}`,
    display: 'ldl_…',
  }))
  await db().prisma.apiKey.createMany({ data })
  const message = `The organization has ${max} active API keys, and can have at most ${max}. Revoke one`
  await expect(createApiKey(operatorOf(organization.id), 'one more')).rejects.toThrow(message)
  const { id } = await db().prisma.apiKey.findFirstOrThrow({ where: { organizationId: organization.id } })
  await revokeApiKey(operatorOf(organization.id), id)
  const made = await Promise.allSettled([
    createApiKey(operatorOf(organization.id), 'a'),
    createApiKey(operatorOf(organization.id), 'b'),
  ])
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('a key that was pasted into an event is stored nowhere', async () => {
  const { organization, token } = await createTenant()
  const shown = `ldl_…${token.slice(-4)}`
  const event = deploymentBody({
    branch: `b ${token}`,
    metadata: { [token]: token, list: `${token},${token}` },
    rawPayload: { deep: [{ [token]: { headers: `Authorization: Bearer ${token}` } }] },
  })
  expect((await postEvent(token, { ...event, deploymentId: token })).status).toBe(201)
  const where = { organizationId: organization.id }
  const stored = await db().prisma.deployment.findFirstOrThrow({ where })
  const events = await db().prisma.deploymentEvent.findMany({ where })
  expect(
    JSON.stringify([stored, events], (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(token.slice(0, -4))
  expect(stored).toMatchObject({ branch: `b ${shown}`, metadata: { [shown]: shown, list: `${shown},${shown}` } })
})
