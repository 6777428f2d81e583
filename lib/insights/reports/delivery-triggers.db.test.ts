import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { plainDeliveries, readDeliveries, readRows } from '@/lib/testing/metrics'
import { ship } from '@/lib/testing/pull-requests'

let repository: Repository
let pullRequest: number
let runs = 0

beforeEach(async () => {
  repository = await createRepository((await createTenant()).organization.id, 'acme/api')
  pullRequest = await createPullRequest(repository, { number: 1 })
})

const shipAt = (minute: number, fields: Partial<Parameters<typeof ship>[1]> = {}) => {
  runs += 1
  return ship(repository, { deploymentId: `run-${runs}`, minute, pullRequests: [pullRequest], ...fields })
}

const change = (id: number, data: Prisma.DeploymentUpdateInput) =>
  db().prisma.deployment.updateMany({ where: { id }, data })

/** The delivery that is stored, which rows have to agree with. */
async function delivery() {
  const { organizationId } = repository
  const stored = await readDeliveries(organizationId)
  expect(stored).toEqual(plainDeliveries(await readRows(organizationId)))
  return stored[0] ?? null
}

const laterThanAll = new Date('2026-03-02T15:00:00Z')

describe('a delivery follows a deployment of which nothing changes but', () => {
  it.each<[string, Prisma.DeploymentUpdateInput, 'earlier' | 'later']>([
    ['its status', { status: 'rolled_back' }, 'later'],
    ['that it is void', { voidedAt: laterThanAll, voidedReason: 'A rehearsal' }, 'later'],
    ['that it counts as production', { production: false }, 'later'],
    ['its end', { completedAt: laterThanAll }, 'later'],
    ['its service', { service: 'Shop' }, 'earlier'],
    ['its environment', { environment: 'Prod' }, 'earlier'],
  ])('%s', async (_what, data, deliverer) => {
    const ids = { earlier: await shipAt(1), later: await shipAt(2) }
    const before = await delivery()
    expect(before?.deploymentId).toBe(ids.earlier)
    await change(ids.earlier, data)
    expect(await delivery()).not.toEqual(before)
    expect((await delivery())?.deploymentId).toBe(ids[deliverer])
  })
})

it('a deployment that is rolled back delivers nothing until it is a success again', async () => {
  const id = await shipAt(1)
  await change(id, { status: 'rolled_back' })
  expect(await delivery()).toBeNull()
  await change(id, { status: 'success' })
  expect((await delivery())?.deploymentId).toBe(id)
})

it('links of two organizations that go and come back in one statement each change the deliveries of both', async () => {
  await shipAt(1)
  const other = await createRepository((await createTenant()).organization.id, 'acme/api')
  const id = await createPullRequest(other, { number: 1 })
  await ship(other, { deploymentId: 'run', minute: 1, pullRequests: [id] })
  const organizations = [repository.organizationId, other.organizationId]
  const delivered = async () =>
    (await Promise.all(organizations.map(readDeliveries))).flat().map((row) => row.pullRequestId)
  expect(await delivered()).toEqual([pullRequest, id])
  const { deploymentPullRequest } = db().prisma
  const where = { organizationId: { in: organizations } }
  const links = await deploymentPullRequest.findMany({ where })
  await deploymentPullRequest.deleteMany({ where })
  expect(await delivered()).toEqual([])
  await deploymentPullRequest.createMany({ data: links })
  expect(await delivered()).toEqual([pullRequest, id])
})

describe('a delivery follows a pull request of which nothing changes but', () => {
  it.each(['mergedAt', 'openedAt', 'firstCommitAt'] as const)('%s', async (name) => {
    await shipAt(1)
    const at = new Date('2026-02-28T10:00:00Z')
    await db().prisma.pullRequest.updateMany({ where: { id: pullRequest }, data: { [name]: at } })
    expect((await delivery())?.[name]).toBe(Number(at))
  })
})

it('a delivery follows the size of its pull request, which may become known late, and unknown again', async () => {
  await shipAt(1)
  const sizeAfter = async (data: Prisma.PullRequestUpdateInput) => {
    await db().prisma.pullRequest.updateMany({ where: { id: pullRequest }, data })
    return (await delivery())?.changedLines
  }
  expect((await delivery())?.changedLines).toBeNull()
  expect(await sizeAfter({ additions: 40 })).toBeNull()
  expect(await sizeAfter({ deletions: 8 })).toBe(48)
  expect(await sizeAfter({ additions: 2 ** 31 - 1 })).toBe(2 ** 31 + 7)
  expect(await sizeAfter({ deletions: null })).toBeNull()
})

it('a size that cannot be is unknown: none of its numbers can be negative', async () => {
  const update = (data: Prisma.PullRequestUpdateInput) =>
    db().prisma.pullRequest.updateMany({ where: { id: pullRequest }, data })
  await update({ additions: 3, deletions: -5 })
  await shipAt(1)
  expect((await delivery())?.changedLines).toBeNull()
  await update({ additions: -3, deletions: 5 })
  expect((await delivery())?.changedLines).toBeNull()
  await update({ additions: 0, deletions: 0 })
  expect((await delivery())?.changedLines).toBe(0)
})

it('a size that changes before the merge is that of the delivery', async () => {
  const update = (data: Prisma.PullRequestUpdateInput) =>
    db().prisma.pullRequest.updateMany({ where: { id: pullRequest }, data })
  await update({ mergedAt: null, state: 'open', additions: 1, deletions: 1 })
  await shipAt(1)
  await update({ additions: 5 })
  expect(await delivery()).toBeNull()
  await update({ mergedAt: new Date('2026-03-02T09:00:00Z'), state: 'merged' })
  expect((await delivery())?.changedLines).toBe(6)
})

it('an earlier deployment that is linked later takes over, with its service and environment', async () => {
  await shipAt(2)
  const earlier = await shipAt(1, { service: 'Shop', environment: 'Prod' })
  expect(await delivery()).toMatchObject({ deploymentId: earlier, service: 'shop', environment: 'prod' })
})

describe('links deliver nothing', () => {
  it.each<[string, Parameters<typeof shipAt>[1]]>([
    ['of a void deployment', { voided: true }],
    ['outside of production', { environment: 'staging', production: false }],
    ['of a rolled-back deployment', { status: 'rolled_back' }],
  ])('%s', async (_what, fields) => {
    await shipAt(1, fields)
    expect(await delivery()).toBeNull()
  })
})

describe('of two that ended at the same instant, the one recorded first delivers', () => {
  it('when its link comes first', async () => {
    const first = await shipAt(1)
    await shipAt(1)
    expect((await delivery())?.deploymentId).toBe(first)
  })

  it('when its link comes last', async () => {
    const first = await shipAt(1, { pullRequests: [] })
    await shipAt(1)
    const { organizationId } = repository
    const link = { organizationId, pullRequestId: pullRequest, method: 'range', leadTimeSeconds: 0 }
    await db().prisma.deploymentPullRequest.create({ data: { ...link, deploymentId: first } })
    expect((await delivery())?.deploymentId).toBe(first)
  })

  it('when an earlier one is taken away', async () => {
    await shipAt(3)
    const first = await shipAt(2)
    await shipAt(2)
    const earliest = await shipAt(1)
    expect((await delivery())?.deploymentId).toBe(earliest)
    await db().prisma.deploymentPullRequest.deleteMany({ where: { deploymentId: earliest } })
    expect((await delivery())?.deploymentId).toBe(first)
  })
})

it('a pull request that is not merged after all is delivered by none of those that are linked to it', async () => {
  await shipAt(1)
  await shipAt(2)
  await db().prisma.pullRequest.updateMany({ where: { id: pullRequest }, data: { mergedAt: null, state: 'open' } })
  expect(await delivery()).toBeNull()
  await db().prisma.deploymentPullRequest.deleteMany({ where: { pullRequestId: pullRequest } })
  expect(await delivery()).toBeNull()
})

it('a pull request that changes waits for linking in its repository', async () => {
  const earlier = await shipAt(1)
  const later = await shipAt(2)
  const { organizationId, id } = repository
  const { update } = await inTransaction(db().ingest, never, async (client) => {
    await lockRepositories(client, organizationId, [id])
    await client.query('DELETE FROM deployment_pull_requests WHERE organization_id = $1 AND deployment_id = $2', [
      organizationId,
      earlier,
    ])
    const update = db().people.query('UPDATE pull_requests SET opened_at = now() WHERE id = $1', [pullRequest])
    await lockWaits(1)
    return { update }
  })
  await update
  expect((await delivery())?.deploymentId).toBe(later)
})
