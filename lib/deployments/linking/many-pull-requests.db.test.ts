import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { importedTables, refreshStatistics } from '@/lib/db/refresh-statistics'
import { getDeployment } from '@/lib/deployments/get'
import { linkPending } from '@/lib/deployments/linking/relink'
import { loadRange } from '@/lib/deployments/load-range'
import type { Repository } from '@/lib/generated/prisma/client'
import { at, deploy } from '@/lib/testing/deploy'
import { createCommits, createPullRequest, createRepository, createTenant, randomSha } from '@/lib/testing/factories'

const most = 30_000

/**
 * Three commits: the second merged `count` pull requests, from number 1 on, and the third one more, the last by number.
 * The planner knew all that was there before, as after a visit of autovacuum, and what is there now, as after an
 * import.
 */
async function tenantWithMany(count: number) {
  await db().people.query('ANALYZE')
  const tenant = await createTenant()
  const repository = await createRepository(tenant.organization.id, 'acme/api')
  const shas = [randomSha(), randomSha(), randomSha()]
  const commits = shas.map((sha, index) => ({
    sha,
    parents: shas.slice(Math.max(index - 1, 0), index),
    generation: index,
  }))
  await createCommits(repository, commits)
  await mergeMany(repository, at(shas, 1), count)
  await createPullRequest(repository, { number: 1_000_000, mergeCommitSha: at(shas, 2) })
  await refreshStatistics(db().people, importedTables)
  return { tenant, shas }
}

/** The later numbers are stored first. */
async function mergeMany({ id, organizationId }: Repository, sha: string, count: number): Promise<void> {
  await db().people.query(
    `INSERT INTO pull_requests (organization_id, repository_id, number, title, base_branch, state, merged_at, merge_commit_sha)
     SELECT $1, $2, number, 'Change', 'main', 'merged', '2026-03-01T12:00:00Z', $3 FROM generate_series($4, 1, -1) AS number`,
    [organizationId, id, sha, count],
  )
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

it('of a range with too many pull requests, the first of every commit are linked, and the page says so', async () => {
  const { tenant, shas } = await tenantWithMany(most + 5)
  const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  const { organization } = tenant
  await linkPending(organization.id)
  const linked = async () => {
    const { pullRequests, reason } = await getDeployment(organization.id, shown.deploymentId)
    return { numbers: sorted(pullRequests.map(({ number }) => number)), reason }
  }
  const expected = { numbers: [...upTo(most - 1), 1_000_000], reason: 'too many pull requests' }
  expect(await linked()).toEqual(expected)
  expect((await loadRange(organization.id, shown.id)).outside.count).toBe(0)
  await db().prisma.pendingLink.create({ data: { deploymentId: shown.id, organizationId: organization.id } })
  expect(await linkPending(organization.id)).toBe(0)
  expect(await linked()).toEqual(expected)
})

it('of a commit with too many pull requests, the first are linked, and all where they are not too many', async () => {
  const { tenant, shas } = await tenantWithMany(most + 1)
  const link = async () => {
    const { shown } = await deploy(tenant, { commitSha: at(shas, 1) })
    await linkPending(tenant.organization.id)
    const { pullRequests, reason } = await getDeployment(tenant.organization.id, shown.deploymentId)
    return { numbers: sorted(pullRequests.map(({ number }) => number)), reason }
  }
  expect(await link()).toEqual({ numbers: upTo(most), reason: 'too many pull requests' })
  await db().prisma.pullRequest.deleteMany({ where: { organizationId: tenant.organization.id, number: 7 } })
  const others = upTo(most + 1).filter((number) => number !== 7)
  expect(await link()).toEqual({ numbers: others, reason: null })
})

it('of a commit that ships nothing, fifty pull requests are named, and that there are more', async () => {
  const { tenant, shas } = await tenantWithMany(51)
  const { shown } = await deploy(tenant, { commitSha: at(shas, 1), status: 'failure' })
  expect(shown.commit?.pullRequests.map(({ number }) => number)).toEqual(upTo(50))
  expect(shown.commit?.more).toBe(true)
  const other = await deploy(tenant, { commitSha: at(shas, 2), status: 'failure' })
  expect(other.shown.commit).toMatchObject({ pullRequests: [{ number: 1_000_000 }], more: false })
})
