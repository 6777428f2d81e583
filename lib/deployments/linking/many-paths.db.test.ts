import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { linkPending } from '@/lib/deployments/linking/relink'
import { countMatches } from '@/lib/sources/repositories/count-matches'
import { at, deploy } from '@/lib/testing/deploy'
import { createCommits, createRepository, createTenant, randomSha } from '@/lib/testing/factories'

/** Two commits, the second of which merged `count` pull requests, each with 100 paths of 3,990 characters in `web`. */
async function tenantWithPaths(count: number) {
  const tenant = await createTenant()
  const { id: organizationId } = tenant.organization
  const repository = await createRepository(organizationId, 'acme/mono')
  const shas = [randomSha(), randomSha()]
  await createCommits(
    repository,
    shas.map((sha, generation) => ({ sha, parents: shas.slice(0, generation), generation })),
  )
  await db().people.query(
    `INSERT INTO pull_requests
       (organization_id, repository_id, number, title, base_branch, state, merged_at, merge_commit_sha, paths, paths_known)
     SELECT $1, $2, number, 'Change', 'main', 'merged', '2026-03-01T12:00:00Z', $3,
       array_fill(rpad('web/', 3990, 'a'), ARRAY[100]), true
     FROM generate_series(1, $4) AS number`,
    [organizationId, repository.id, shas[1], count],
  )
  for (const service of ['api', 'web']) {
    const place = { organizationId, repositoryId: repository.id, nameKey: service }
    await db().prisma.servicePath.create({ data: { ...place, globs: [`${service}/**`] } })
  }
  return { tenant, repository, shas }
}

/** The paths of so many come to 64,000,000 characters. */
const compared = 160

it('of very many paths, those of the first pull requests are compared, and of the others the files are unknown', async () => {
  const { tenant, shas } = await tenantWithPaths(compared + 3)
  const link = async (service: string) => {
    const { shown } = await deploy(tenant, { service, commitSha: at(shas, 1), previousCommitSha: at(shas, 0) })
    await linkPending(tenant.organization.id)
    return db().prisma.deploymentPullRequest.count({ where: { deploymentId: shown.id } })
  }
  expect(await link('api')).toBe(3)
  expect(await link('web')).toBe(compared + 3)
})

it('of long globs, which take longer, fewer paths are compared', async () => {
  const { tenant, repository, shas } = await tenantWithPaths(compared / 4)
  const globs = ['api/**', ...Array.from({ length: 20 }, (_, index) => `${index}${'x'.repeat(160)}`)]
  await db().prisma.servicePath.updateMany({ where: { repositoryId: repository.id, nameKey: 'web' }, data: { globs } })
  const { shown } = await deploy(tenant, { service: 'web', commitSha: at(shas, 1), previousCommitSha: at(shas, 0) })
  await linkPending(tenant.organization.id)
  expect(await db().prisma.deploymentPullRequest.count({ where: { deploymentId: shown.id } })).toBeGreaterThan(5)
})

it('of a few with long paths, each is compared, and one with more than can be known counts', async () => {
  const { tenant, repository, shas } = await tenantWithPaths(7)
  const { id: organizationId } = tenant.organization
  await db().people.query('UPDATE pull_requests SET paths = paths || paths WHERE repository_id = $1 AND number = 4', [
    repository.id,
  ])
  const { numbers } = await deploy(tenant, {
    service: 'api',
    commitSha: at(shas, 1),
    previousCommitSha: at(shas, 0),
  })
  expect(numbers).toEqual([4])
  expect(await countMatches(organizationId, repository.id, ['api/**'])).toEqual({ matching: 1, of: 7 })
})

it('of very long paths, globs are tried on as many pull requests as fit', async () => {
  const { tenant, repository } = await tenantWithPaths(22)
  const matches = (glob: string) => countMatches(tenant.organization.id, repository.id, [glob])
  expect(await matches('web/**')).toEqual({ matching: 20, of: 20 })
  expect(await matches('api/**')).toEqual({ matching: 0, of: 20 })
})
