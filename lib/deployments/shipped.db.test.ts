import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { loadEarlierDeliveries } from '@/lib/deployments/load-earlier-deliveries'
import { loadNotLinked } from '@/lib/deployments/load-not-linked'
import { loadRange } from '@/lib/deployments/load-range'
import { voidDeployment } from '@/lib/deployments/void'
import type { Repository } from '@/lib/generated/prisma/client'
import { setServicePaths } from '@/lib/sources/repositories/set-service-paths'
import { at, deploy } from '@/lib/testing/deploy'
import {
  createCommits,
  createPullRequest,
  createRepository,
  createTenant,
  randomSha,
  type Tenant,
} from '@/lib/testing/factories'

const start = Date.UTC(2026, 2, 1) / 1000
const instant = (index: number, seconds = 0) => new Date((start + index * 3600 + seconds) * 1000).toISOString()

let tenant: Tenant
let repository: Repository
let shas: string[]

/** Twelve commits, one an hour; of them 3, 5 and 9 merge the pull requests of the same number. */
beforeEach(async () => {
  tenant = await createTenant()
  repository = await createRepository(tenant.organization.id, 'acme/api')
  shas = Array.from({ length: 12 }, randomSha)
  await createCommits(
    repository,
    shas.map((sha, index) => ({
      sha,
      parents: shas.slice(Math.max(index - 1, 0), index),
      generation: start + index * 3600,
    })),
  )
  for (const number of [3, 5, 9]) {
    await createPullRequest(repository, { number, mergeCommitSha: at(shas, number), mergedAt: instant(number) })
  }
})

const organizationId = () => tenant.organization.id
const run = async (deploymentId: string, sha: number, more: Record<string, unknown> = {}) => {
  const completedAt = instant(sha, 1_800)
  const { shown } = await deploy(tenant, {
    deploymentId,
    service: 'api',
    commitSha: at(shas, sha),
    startedAt: instant(sha),
    completedAt,
    ...more,
  })
  return shown
}

describe('the range of a deployment', () => {
  it('is the deployed commit alone for the first of a service', async () => {
    const { id } = await run('one', 2)
    const own = { count: 1, latest: [{ sha: at(shas, 2) }] }
    expect(await loadRange(organizationId(), id)).toMatchObject({ base: null, commitCount: 1, outside: own })
  })

  it('starts at the deployment before, and has the commits that no pull request brought, the newest first', async () => {
    const one = await run('one', 2)
    const { id } = await run('two', 7)
    const range = await loadRange(organizationId(), id)
    expect(range).toEqual({
      base: { sha: at(shas, 2), deployment: { id: one.id, deploymentId: 'one' }, insteadOf: null },
      commitCount: 5,
      outside: { count: 3, leadTimeP50Seconds: 5_400, latest: expect.any(Array) },
    })
    expect(range.outside.latest).toEqual(
      [7, 6, 4].map((index) => ({
        sha: at(shas, index),
        authorName: 'Ada',
        committedAt: new Date(instant(index)),
        leadTimeSeconds: (7 - index) * 3600 + 1_800,
      })),
    )
  })

  it('starts at the commit that was sent, and moves when the deployment before is void', async () => {
    const sent = await run('sent', 7, { previousCommitSha: at(shas, 4) })
    expect((await loadRange(organizationId(), sent.id)).base).toMatchObject({ sha: at(shas, 4), deployment: null })
    const last = await run('last', 10)
    expect((await loadRange(organizationId(), last.id)).base?.deployment?.deploymentId).toBe('sent')
    await voidDeployment(operatorOf(organizationId()), sent.id, 'never live')
    expect(await loadRange(organizationId(), last.id)).toMatchObject({ base: null })
    expect(await loadRange(organizationId(), sent.id)).toMatchObject({ base: null, outside: { count: 0 } })
  })

  it('names the failed deployment whose commit was sent, where it starts at the last success instead', async () => {
    const one = await run('one', 2)
    await run('bad', 5, { status: 'failure' })
    const { id } = await run('two', 7, { previousCommitSha: at(shas, 5) })
    expect((await loadRange(organizationId(), id)).base).toMatchObject({
      sha: at(shas, 2),
      deployment: { id: one.id, deploymentId: 'one' },
      insteadOf: { deploymentId: 'bad', status: 'failure' },
    })
  })

  it('of another organization is none', async () => {
    await run('one', 2)
    const { id } = await run('two', 7)
    const nothing = { base: null, commitCount: null, outside: { count: 0, leadTimeP50Seconds: null, latest: [] } }
    expect(await loadRange((await createTenant()).organization.id, id)).toEqual(nothing)
  })
})

describe('a pull request that was live before', () => {
  it('is known with the first deployment that delivered it', async () => {
    await run('one', 2)
    const two = await run('two', 5)
    const again = await run('again', 9, { previousCommitSha: at(shas, 2) })
    const find = (organization: number) =>
      loadEarlierDeliveries(
        organization,
        again,
        again.pullRequests.map(({ id }) => id),
      )
    const deliveries = await find(organizationId())
    expect(again.pullRequests).toHaveLength(3)
    expect(deliveries.map(({ id }) => id)).toEqual([two.id, two.id])
    expect(deliveries[0]).toMatchObject({ deploymentId: 'two', completedAt: two.completedAt })
    expect(await find((await createTenant()).organization.id)).toEqual([])
    await voidDeployment(operatorOf(organizationId()), two.id, 'never live')
    expect(await find(organizationId())).toEqual([])
  })
})

describe('pull requests in reach that are not linked', () => {
  it('are named with why: open, closed, merged elsewhere, outside the paths of the service', async () => {
    const side = randomSha()
    await createCommits(repository, [{ sha: side, parents: [at(shas, 3)], generation: start + 6 * 3600 + 1 }])
    await createPullRequest(repository, { number: 20, mergeCommitSha: side, baseBranch: 'release/1' })
    await createPullRequest(repository, { number: 21, headCommitSha: at(shas, 6), mergedAt: null })
    await createPullRequest(repository, { number: 22, headCommitSha: at(shas, 4), mergedAt: null })
    await createPullRequest(repository, { number: 23, headCommitSha: at(shas, 11), mergedAt: null })
    const set = (number: number, data: object) =>
      db().prisma.pullRequest.updateMany({ where: { repositoryId: repository.id, number }, data })
    await set(21, { state: 'open' })
    await set(22, { state: 'closed' })
    await set(23, { state: 'open' })
    await set(3, { paths: ['docs/read.me'], pathsKnown: true })
    await set(5, { paths: ['services/api/main.ts'], pathsKnown: true })
    await db().prisma.servicePath.create({
      data: {
        organizationId: organizationId(),
        repositoryId: repository.id,
        nameKey: 'api',
        globs: ['services/api/**'],
      },
    })
    await run('one', 2)
    const two = await run('two', 7)
    expect(two.pullRequests.map(({ number }) => number)).toEqual([5])
    const found = await loadNotLinked(organizationId(), two.id)
    expect(found.map(({ number, why }) => [number, why])).toEqual([
      [20, 'other branch'],
      [21, 'open'],
      [22, 'closed'],
      [3, 'outside the paths of the service'],
    ])
    expect(await loadNotLinked((await createTenant()).organization.id, two.id)).toEqual([])
  })

  it('are named for a service in letters of any language, whatever its case', async () => {
    const { id: repositoryId } = repository
    await db().prisma.pullRequest.updateMany({
      where: { repositoryId, number: 5 },
      data: { paths: ['docs/read.me'], pathsKnown: true },
    })
    await run('one', 2, { service: 'ÜBERSICHT' })
    const { id } = await run('two', 7, { service: 'ÜBERSICHT' })
    const { relinked } = await setServicePaths(operatorOf(organizationId()), repositoryId, 'Übersicht', ['services/**'])
    expect(await relinked).toBe(1)
    expect(await loadNotLinked(organizationId(), id)).toMatchObject([
      { number: 5, why: 'outside the paths of the service' },
    ])
  })

  it('are none without a range', async () => {
    const { id } = await run('one', 7)
    expect(await loadNotLinked(organizationId(), id)).toEqual([])
  })
})
