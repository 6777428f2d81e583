import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { correctDeployment } from '@/lib/deployments/correct'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import { linkPending, relinkRepository } from '@/lib/deployments/linking/relink'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import { voidDeployment } from '@/lib/deployments/void'
import { findLive as findLiveNow } from '@/lib/pull-requests/find-live'
import { getPullRequest } from '@/lib/pull-requests/get'
import { listPullRequests } from '@/lib/pull-requests/list'
import { listUndeployed } from '@/lib/pull-requests/list-undeployed'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import {
  createHistory,
  createPullRequest,
  createRepository,
  createTenant,
  deploymentBody,
  keyOf,
  randomSha,
  type Tenant,
} from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { postEvent } from '@/lib/testing/webhook'
import { refreshFirstDeployments, refreshLeftovers } from './refresh'
import { findLiveBefore, refreshRepository, storeLiveBefore } from './refresh-repository'

/** Starts and ends on 2 March 2026 in this hour. */
const during = (hour: number) => ({
  startedAt: `2026-03-02T${hour}:00:00Z`,
  completedAt: `2026-03-02T${hour}:05:00Z`,
})

const findLive = async (...[organizationId, ...question]: Parameters<typeof findLiveNow>) => {
  await refreshFirstDeployments(organizationId)
  return findLiveNow(organizationId, ...question)
}

const numbers = async ({ organization }: Tenant, state: 'live' | 'undeployed') => {
  await refreshFirstDeployments(organization.id)
  const { pullRequests } = await listPullRequests(organization.id, { state }, null, 50)
  return pullRequests.map(({ number }) => number).sort((a, b) => a - b)
}

describe('what the first deployment of a service contained', () => {
  it('is live since before it, without a time and without a lead time, in every answer', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    const { id } = tenant.organization
    await deploy(tenant, { deploymentId: 'first', service: 'api', commitSha: at(shas, 2), ...during(10) })
    const live = await findLive(id, 'api', 1)
    expect(live).toMatchObject({
      live: true,
      since: null,
      beforeFirstDeployment: true,
      firstDeployment: {
        deploymentId: 'first',
        service: 'api',
        environment: 'production',
        completedAt: new Date('2026-03-02T10:05:00Z'),
      },
      deployment: null,
      leadTimeSeconds: null,
      services: [],
      notLive: null,
    })
    const details = await getPullRequest(id, live.id)
    expect(details).toMatchObject({
      delivery: null,
      notLive: null,
      containedIn: null,
      liveBefore: { deploymentId: 'first' },
    })
    expect(await numbers(tenant, 'live')).toEqual([1, 2, 3])
    expect(await numbers(tenant, 'undeployed')).toEqual([4, 5])
    expect((await listPullRequests(id, {}, null, 50)).pullRequests.at(-1)).toMatchObject({
      number: 1,
      delivery: null,
      notLive: null,
      liveBefore: { deploymentId: 'first' },
    })
    expect(await db().prisma.delivery.count({ where: { organizationId: id } })).toBe(1)
  })

  it('is decided by the earliest deployment that is a success now', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    const { id } = tenant.organization
    const api = { service: 'api' }
    const second = await deploy(tenant, { ...api, commitSha: at(shas, 3), ...during(12) })
    expect(await numbers(tenant, 'undeployed')).toEqual([5])
    const bad = { ...api, deploymentId: 'bad', commitSha: at(shas, 1), startedAt: during(11).startedAt }
    await deploy(tenant, { ...bad, completedAt: '2026-03-02T11:05:00Z' })
    expect(await findLive(id, 'api', 3)).toMatchObject({ live: true, deployment: { id: second.shown.id } })
    expect(await findLive(id, 'api', 1)).toMatchObject({ firstDeployment: { deploymentId: 'bad' } })
    await deploy(tenant, { ...bad, status: 'rolled_back', completedAt: '2026-03-02T11:20:00Z' })
    expect(await findLive(id, 'api', 1)).toMatchObject({ firstDeployment: { id: second.shown.id } })
    await voidDeployment(operatorOf(id), second.shown.id, 'a mistake')
    expect(await findLive(id, 'api', 1)).toMatchObject({ live: false, notLive: { why: 'merged, not deployed' } })
  })

  it('does not count for a service that has not contained it: it waits for that one only', async () => {
    const tenant = await createTenant()
    const repository = await createRepository(tenant.organization.id, 'acme/mono', ['api', 'web'])
    const shas = await createHistory(repository, 5)
    await db().prisma.pullRequest.updateMany({
      where: { repositoryId: repository.id },
      data: { mergedAt: new Date(Date.now() - 86_400_000) },
    })
    const now = new Date().toISOString()
    const times = { startedAt: now, completedAt: now }
    await deploy(tenant, { service: 'api', commitSha: at(shas, 3), ...times })
    await deploy(tenant, { service: 'web', commitSha: at(shas, 1), ...times })
    await refreshFirstDeployments(tenant.organization.id)
    const { listed: groups } = await listUndeployed(tenant.organization.id)
    const waiting = Object.fromEntries(
      groups.map(({ service, pullRequests }) => [service, pullRequests.map(({ number }) => number)]),
    )
    expect(waiting).toEqual({ api: [5], web: [3, 4, 5] })
    expect(await numbers(tenant, 'undeployed')).toEqual([5])
  })

  it('is what touches the paths of the service, and changes with them', async () => {
    const tenant = await createTenant()
    const { id: organizationId } = tenant.organization
    const repository = await createRepository(organizationId, 'acme/mono', [])
    const shas = await createHistory(repository, 3)
    const paths = { organizationId, repositoryId: repository.id, nameKey: 'web' }
    await db().prisma.servicePath.create({ data: { ...paths, globs: ['web/**'] } })
    for (const [number, path] of [
      [1, 'web/a.ts'],
      [2, 'docs/a.md'],
    ] as const) {
      await db().prisma.pullRequest.updateMany({
        where: { repositoryId: repository.id, number },
        data: { paths: [path], pathsKnown: true },
      })
    }
    await deploy(tenant, { service: 'web', commitSha: at(shas, 2), ...during(10) })
    expect(await numbers(tenant, 'undeployed')).toEqual([2])
    await db().prisma.servicePath.updateMany({ where: paths, data: { globs: ['docs/**'] } })
    expect(await numbers(tenant, 'undeployed')).toEqual([1])
  })

  it('goes by date where the deployed commit is known of its pull request only', async () => {
    const tenant = await createTenant()
    const repository = await createRepository(tenant.organization.id, 'acme/api')
    const mergeCommitSha = randomSha()
    const merge = (number: number, hour: number, fields = {}) =>
      createPullRequest(repository, { number, mergedAt: `2026-03-01T${hour}:00:00Z`, ...fields })
    await merge(1, 10)
    await merge(2, 11, { mergeCommitSha })
    await merge(3, 12)
    await merge(4, 10, { baseBranch: 'release' })
    await deploy(tenant, { service: 'api', commitSha: mergeCommitSha, ...during(10) })
    expect(await numbers(tenant, 'live')).toEqual([1, 2])
    await merge(5, 10)
    expect(await numbers(tenant, 'live')).toEqual([1, 2, 5])
  })

  it('is marked again by nothing that comes later', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(5)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 1), ...during(10) })
    expect(await numbers(tenant, 'undeployed')).toEqual([3, 4, 5])
    const { organizationId, id: repositoryId } = repository
    await deploy(tenant, { service: 'api', commitSha: at(shas, 3), ...during(11) })
    expect(await db().prisma.staleFirstDeployments.count({ where: { repositoryId } })).toBe(0)
    await db().prisma.linkChange.create({ data: { ...keyOf(repository), sha: at(shas, 4), merges: true } })
    await relinkRepository(organizationId, repositoryId)
    expect(await db().prisma.staleFirstDeployments.count({ where: { repositoryId } })).toBe(0)
    await db().prisma.linkChange.create({ data: { ...keyOf(repository), sha: at(shas, 0), merges: true } })
    expect(await db().prisma.staleFirstDeployments.count({ where: { repositoryId } })).toBe(1)
  })

  it('is gone with its repository, and nothing of another organization', async () => {
    const [one, other] = [await tenantWithHistory(3), await tenantWithHistory(3)]
    await deploy(one.tenant, { service: 'api', commitSha: at(one.shas, 1), ...during(10) })
    expect(await numbers(other.tenant, 'live')).toEqual([])
    expect(await numbers(one.tenant, 'live')).toEqual([1, 2])
    await db().prisma.repository.deleteMany({ where: { id: one.repository.id } })
    expect(await db().prisma.liveBefore.count({ where: { repositoryId: one.repository.id } })).toBe(0)
    expect(await db().prisma.firstDeployment.count({ where: { repositoryId: one.repository.id } })).toBe(0)
  })

  it('costs an event nothing that waits for another: a mark is a row of its own', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const events = ['api', 'web', 'worker', 'api', 'web'].map((service, index) =>
      deploymentBody({ service, commitSha: at(shas, index % 3), ...during(10 + index) }),
    )
    const answers = await Promise.all(events.map((event) => postEvent(tenant.token, event)))
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    expect(await numbers(tenant, 'live')).toContain(1)
  })

  it('is never an older result of two runs at once: what was found before a change is not stored after it', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(4)
    const key = { organizationId: tenant.organization.id, repositoryId: repository.id }
    const first = await deploy(tenant, { service: 'api', commitSha: at(shas, 2), ...during(10) })
    await deploy(tenant, { service: 'api', commitSha: at(shas, 0), ...during(11) })
    const slow = await findLiveBefore(key)
    await voidDeployment(operatorOf(key.organizationId), first.shown.id, 'a mistake')
    await storeLiveBefore(key, await findLiveBefore(key))
    await storeLiveBefore(key, slow)
    expect(await numbers(tenant, 'live')).toEqual([1])
  })

  it.each([
    ['voided', (id: number, first: number) => voidDeployment(operatorOf(id), first, 'a mistake')],
    [
      'corrected',
      (id: number, first: number) => correctDeployment(operatorOf(id), first, { environment: 'staging' }, 'a mistake'),
    ],
    [
      'rolled back',
      (_: number, __: number, { token }: Tenant, event: Record<string, unknown>) =>
        postEvent(token, { ...event, status: 'rolled_back', completedAt: '2026-03-02T10:20:00Z' }),
    ],
  ])('is worked out again where the first one was %s while it was stored', async (_, change) => {
    const { tenant, repository, shas } = await tenantWithHistory(3)
    const { id } = tenant.organization
    const event = deploymentBody({ service: 'api', commitSha: at(shas, 1), ...during(10) })
    const first = await deploy(tenant, event)
    // Storing reads which deployment is the first, and waits here before it writes it down.
    const client = await db().people.connect()
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO first_deployments (repository_id, service_key, organization_id, deployment_id, completed_at)
       VALUES ($1, 'api', $2, 0, now())`,
      [repository.id, id],
    )
    const refreshed = refreshFirstDeployments(id)
    await lockWaits(1)
    const changed = change(id, first.shown.id, tenant, event)
    await lockWaits(2)
    await client.query('ROLLBACK')
    client.release()
    await Promise.all([refreshed, changed])
    await linkPending(id)
    expect(await numbers(tenant, 'live')).toEqual([])
  })

  it('waits for repositories that are being linked on two connections, and is worked out by the next run', async () => {
    const worlds = await Promise.all([3, 3, 3].map((length) => tenantWithHistory(length)))
    for (const { tenant, shas } of worlds) {
      await deploy(tenant, { service: 'api', commitSha: at(shas, 1), ...during(10) })
    }
    await inTransaction(db().linking, never, async (holder) => {
      for (const { organizationId, id } of worlds.map(({ repository }) => repository))
        await lockRepositories(holder, organizationId, [id])
      const runs = Promise.all(worlds.map(({ tenant }) => refreshFirstDeployments(tenant.organization.id)))
      await lockWaits(2)
      expect(db().people.totalCount - db().people.idleCount).toBe(2)
      await runs
    })
    for (const { tenant } of worlds) expect(await numbers(tenant, 'live')).toEqual([1, 2])
  })

  it('is worked out for all others where one repository fails, and throws at last', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(2)
    const other = await createRepository(tenant.organization.id, 'acme/web')
    const others = await createHistory(other, 2)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 1), ...during(10) })
    await deploy(tenant, { service: 'web', commitSha: at(others, 1), ...during(10) })
    await db().people.query(`
      CREATE FUNCTION refuse_live_before() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refused BEFORE INSERT ON live_before FOR EACH ROW
        WHEN (NEW.repository_id = ${repository.id}) EXECUTE FUNCTION refuse_live_before()`)
    await expect(refreshFirstDeployments(tenant.organization.id)).rejects.toThrow('refused')
    await db().people.query('DROP FUNCTION refuse_live_before CASCADE')
    const count = (where: { repositoryId: number }) => db().prisma.liveBefore.count({ where })
    expect(await count({ repositoryId: other.id })).toBe(2)
    expect(await numbers(tenant, 'live')).toEqual([1, 1, 2, 2])
  })

  it('is worked out by the worker too, so that marks do not pile up where there is no reader', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(2)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 1), ...during(10) })
    const where = { repositoryId: repository.id }
    expect(await db().prisma.staleFirstDeployments.count({ where })).toBeGreaterThan(0)
    startLinkWorker()
    await expect.poll(() => db().prisma.staleFirstDeployments.count({ where }), { timeout: 30_000 }).toBe(0)
    await stopLinkWorker()
    expect(await db().prisma.liveBefore.count({ where })).toBe(2)
    const stopped = new AbortController()
    stopped.abort()
    await db().prisma.linkChange.create({ data: { ...keyOf(repository), sha: at(shas, 0), merges: true } })
    await refreshLeftovers(stopped.signal)
    expect(await db().prisma.staleFirstDeployments.count({ where })).toBe(1)
  })
})

it('of very many pull requests some thousands are read and stored at a time', async () => {
  const { tenant, repository } = await tenantWithHistory(2)
  const { id: organizationId } = tenant.organization
  await db().people.query(
    `INSERT INTO pull_requests
       (organization_id, repository_id, number, title, base_branch, state, merged_at, merge_commit_sha)
     SELECT $1, $2, number, 'Change', 'main', 'merged', '2026-03-01T12:00:00Z', md5(number::text) || 'abcdef01'
     FROM generate_series(1000, 25999) AS number`,
    [organizationId, repository.id],
  )
  const unknown = `${'e'.repeat(39)}1`
  await createPullRequest(repository, { number: 26_000, mergeCommitSha: unknown, mergedAt: '2026-03-02T00:00:00Z' })
  await deploy(tenant, { service: 'api', commitSha: unknown, ...during(10) })
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await refreshFirstDeployments(organizationId)
  const values = sent.mock.calls.flatMap((call: unknown[]) => (Array.isArray(call[1]) ? call[1] : []))
  const lengths = values.map((value) => (Array.isArray(value) ? value.length : 0))
  sent.mockRestore()
  expect(Math.max(...lengths)).toBe(10_000)
  expect(await db().prisma.liveBefore.count({ where: { repositoryId: repository.id } })).toBeGreaterThanOrEqual(25_000)
  await db().people.query('DELETE FROM pull_requests WHERE repository_id = $1 AND number < 20000', [repository.id])
  await refreshRepository({ organizationId, repositoryId: repository.id })
  expect(await db().prisma.liveBefore.count({ where: { repositoryId: repository.id } })).toBeLessThan(6_100)
})
