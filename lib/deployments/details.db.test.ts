import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { isDatabaseUnavailable } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { findNeighbours } from '@/lib/deployments/find-neighbours'
import { getDeployment, getDeploymentById } from '@/lib/deployments/get'
import { loadLeadTimes } from '@/lib/deployments/load-lead-times'
import { loadLinked } from '@/lib/deployments/load-linked'
import { readVersion } from '@/lib/deployments/read-version'
import { voidDeployment } from '@/lib/deployments/void'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createPullRequest, createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

describe('one deployment', () => {
  it('is found by the id of its record, with repository and lead time of each pull request', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const { shown } = await deploy(tenant, { service: 'api', commitSha: at(shas, 1) })
    const { pullRequests, base, ...record } = shown
    expect(await getDeploymentById(tenant.organization.id, shown.id)).toEqual(record)
    expect(await loadLinked(tenant.organization.id, shown.id)).toEqual(pullRequests)
    expect(pullRequests).toMatchObject([{ repository: 'acme/api', number: 2 }])
    expect(base).toBeNull()
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53, 4_000_000_000])('is unknown as %d', async (id) => {
    const { organization } = await createTenant()
    await expect(getDeploymentById(organization.id, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(readVersion(organization.id, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it("of another organization looks unknown, and is no one else's neighbour", async () => {
    const [one, other] = [await createTenant(), await createTenant()]
    const { shown } = await deploy(one, {})
    await expect(getDeploymentById(other.organization.id, shown.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(readVersion(other.organization.id, shown.id)).rejects.toMatchObject({ code: 'not_found' })
    const { shown: theirs } = await deploy(other, { startedAt: '2026-03-02T09:00:00Z' })
    expect(await findNeighbours(other.organization.id, theirs)).toEqual({ previous: null, next: null })
  })

  it('says what each event changed, and with which key it came', async () => {
    const tenant = await createTenant()
    const { deploymentId } = deploymentBody()
    const post = (fields: Record<string, unknown>) =>
      postEvent(tenant.token, deploymentBody({ deploymentId, ...fields }))
    await post({ status: 'pending', completedAt: null })
    const { body } = await post({ status: 'success' })
    await post({ status: 'in_progress', completedAt: null })
    const id = (body as { deploymentId: number }).deploymentId
    const { status, timeline } = await getDeploymentById(tenant.organization.id, id)
    expect(status).toBe('success')
    expect(timeline.map((event) => [event.status, event.changed.includes('status')])).toEqual([
      ['pending', true],
      ['success', true],
      ['in_progress', false],
    ])
    expect(timeline.every(({ key }) => key?.display.endsWith(tenant.token.slice(-4)))).toBe(true)
  })

  it.each([
    ['failed', { status: 'failure' }, 'not successful'],
    ['is still running', { status: 'in_progress', completedAt: null }, 'not successful'],
    ['went to staging', { environment: 'staging' }, 'not a production environment'],
  ])('says where the commit is of one that %s, although it ships nothing', async (_name, fields, reason) => {
    const { tenant, shas } = await tenantWithHistory(2)
    const found = await deploy(tenant, { service: 'api', commitSha: at(shas, 1).slice(0, 9), ...fields })
    expect(found.shown).toMatchObject({
      repository: 'acme/api',
      reason,
      commit: { sha: at(shas, 1), pullRequests: [{ number: 2, commit: 'merge' }], reason: null },
    })
    const unknown = await deploy(tenant, { service: 'api', ...fields })
    expect(unknown.shown).toMatchObject({ repository: null, reason, commit: { reason: 'unknown commit' } })
  })

  it('does not look up what linking has looked up', async () => {
    const { tenant, shas } = await tenantWithHistory(2)
    expect((await deploy(tenant, { commitSha: at(shas, 1) })).shown.commit).toBeNull()
    expect((await deploy(tenant, {})).shown).toMatchObject({ commit: null, repository: null, reason: 'unknown commit' })
  })

  it('finds the commit of one that was voided, and says when there is no repository at all', async () => {
    const { tenant, shas } = await tenantWithHistory(2)
    const { shown } = await deploy(tenant, { commitSha: at(shas, 1) })
    await voidDeployment(operatorOf(tenant.organization.id), shown.id, 'a mistake')
    const voided = await getDeploymentById(tenant.organization.id, shown.id)
    expect(voided).toMatchObject({ repository: 'acme/api', reason: 'voided', commit: { reason: null } })
    const empty = await createTenant()
    const failed = await deploy(empty, { status: 'failure' })
    expect(failed.shown.commit).toMatchObject({ repository: null, reason: 'no repository imported' })
  })

  it('is unavailable while it takes more than two seconds to find its commit', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const { shown } = await deploy(tenant, { service: 'api', commitSha: at(shas, 1), status: 'failure' })
    await inTransaction(db().linking, never, async (holder) => {
      await holder.query('LOCK TABLE commits')
      await expect(getDeployment(tenant.organization.id, shown.deploymentId)).rejects.toSatisfy(isDatabaseUnavailable)
    })
  })

  it('names where its range begins, and the deployment of the previous commit that was not live', async () => {
    const { tenant, shas } = await tenantWithHistory(4)
    const at10 = { completedAt: '2026-03-02T10:10:00Z' }
    const first = await deploy(tenant, { deploymentId: 'first', service: 'api', commitSha: at(shas, 0), ...at10 })
    const bad = { deploymentId: 'bad', service: 'api', commitSha: at(shas, 1), status: 'rolled_back' }
    await deploy(tenant, { ...bad, completedAt: '2026-03-02T10:30:00Z' })
    const { shown } = await deploy(tenant, {
      service: 'api',
      commitSha: at(shas, 3),
      previousCommitSha: at(shas, 1),
      startedAt: '2026-03-02T11:00:00Z',
      completedAt: '2026-03-02T11:05:00Z',
    })
    expect(shown.pullRequests.map(({ number }) => number)).toEqual([2, 3, 4])
    expect(shown.base).toMatchObject({
      sha: at(shas, 0),
      deployment: { id: first.shown.id, deploymentId: 'first' },
      insteadOf: { deploymentId: 'bad', status: 'rolled_back' },
    })
  })
})

describe('the pull requests of a deployment', () => {
  it('are given piece by piece, the slowest first, and their numbers without them', async () => {
    const { tenant, shas } = await tenantWithHistory(8)
    const { id } = tenant.organization
    const range = { service: 'api', previousCommitSha: at(shas, 0) }
    const instant = '2026-03-02T09:00:00Z'
    const { shown: first } = await deploy(tenant, {
      ...range,
      commitSha: at(shas, 2),
      startedAt: instant,
      completedAt: instant,
    })
    const { shown } = await deploy(tenant, { ...range, commitSha: at(shas, 7) })
    const numbersOf = async (from: number, limit: number) =>
      (await loadLinked(id, shown.id, { skip: from, take: limit })).map(({ number }) => number)
    expect([await numbersOf(0, 3), await numbersOf(3, 3), await numbersOf(6, 3)]).toEqual([[2, 3, 4], [5, 6, 7], [8]])
    expect(shown.pullRequests.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8])
    const seconds = (minute: number) => (Date.UTC(2026, 2, 2, 10, 5) - Date.UTC(2026, 0, 1, 0, minute)) / 1000
    expect(await loadLeadTimes(id, first.id)).toMatchObject({ count: 2 })
    expect(await loadLeadTimes(id, shown.id)).toEqual({
      count: 5,
      p50Seconds: seconds(5),
      minSeconds: seconds(7),
      maxSeconds: seconds(3),
    })
    const none = { count: 0, p50Seconds: null, minSeconds: null, maxSeconds: null }
    const { organization: stranger } = await createTenant()
    expect(await loadLeadTimes(stranger.id, shown.id)).toEqual(none)
    expect(await loadLinked(stranger.id, shown.id)).toEqual([])
  })
})

describe('the version of a deployment', () => {
  it('is another one when an event arrives, it is voided or linked otherwise, and the same when nothing happened', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(3)
    const { id } = tenant.organization
    const fields = { deploymentId: 'x', service: 'api', commitSha: at(shas, 2), previousCommitSha: at(shas, 0) }
    const { shown } = await deploy(tenant, fields)
    const versions = [await readVersion(id, shown.id)]
    const isNew = async () => {
      const version = await readVersion(id, shown.id)
      expect(versions).not.toContain(version)
      versions.push(version)
    }
    await postEvent(tenant.token, deploymentBody({ ...fields, status: 'in_progress', completedAt: null }))
    await isNew()
    const moved = { repositoryId: repository.id, number: 2 }
    await db().prisma.deploymentPullRequest.deleteMany({ where: { pullRequest: moved } })
    await isNew()
    expect((await getDeployment(id, 'x')).linkedPRs).toBe(1)
    const another = await createPullRequest(repository, { number: 9 })
    await db().prisma.deploymentPullRequest.updateMany({
      where: { deploymentId: shown.id },
      data: { pullRequestId: another },
    })
    await isNew()
    await voidDeployment(operatorOf(id), shown.id, 'never live')
    await isNew()
    expect(await readVersion(id, shown.id)).toBe(versions.at(-1))
  })
})

describe('neighbours', () => {
  it('are the nearest of the same service and environment, by start and then by record', async () => {
    const tenant = await createTenant()
    const place = { service: 'api', environment: 'staging' }
    const startedAt = '2026-03-02T10:00:00Z'
    const same: { id: number; startedAt: Date; service: string | null; environment: string }[] = []
    for (let index = 0; index < 3; index += 1) same.push((await deploy(tenant, { ...place, startedAt })).shown)
    await deploy(tenant, { ...place, environment: 'production', startedAt })
    await deploy(tenant, { ...place, service: 'web', startedAt })
    const later = (await deploy(tenant, { ...place, startedAt: '2026-03-02T10:01:00Z' })).shown
    const around = async (deployment: (typeof same)[number] | undefined) => {
      const { previous, next } = await findNeighbours(tenant.organization.id, deployment ?? later)
      return [previous?.id, next?.id]
    }
    const [first, second, third] = same
    expect(await around(first)).toEqual([undefined, second?.id])
    expect(await around(second)).toEqual([first?.id, third?.id])
    expect(await around(third)).toEqual([second?.id, later.id])
    expect(await around(later)).toEqual([third?.id, undefined])
  })

  it('of a deployment without a service are those without one', async () => {
    const tenant = await createTenant()
    const { shown: first } = await deploy(tenant, { startedAt: '2026-03-02T09:00:00Z' })
    await deploy(tenant, { service: 'api', startedAt: '2026-03-02T09:30:00Z' })
    const { shown: second } = await deploy(tenant, {})
    const { previous, next } = await findNeighbours(tenant.organization.id, second)
    expect([previous?.deploymentId, next]).toEqual([first.deploymentId, null])
  })
})
