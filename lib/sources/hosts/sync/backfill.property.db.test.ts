import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { importGit } from '@/lib/sources/git-import/import-git'
import { randomHistories } from '@/lib/sources/git-import/random-histories'
import type { TestCommit } from '@/lib/sources/git-import/test-repository'
import { createTenant } from '@/lib/testing/factories'
import { createHostRepository, startGithub, syncNow } from '@/lib/testing/github-sync'
import { pullRequestsOf } from '@/lib/testing/github-world'

/** Histories in which some commits name one of a few pull requests. */
const histories = fc
  .tuple(randomHistories, fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 60, maxLength: 60 }))
  .map(([commits, numbers]) =>
    commits.map((commit, index): TestCommit => {
      const number = numbers[index] ?? 0
      return { ...commit, author: `Author ${commit.id}`, ...(number > 0 && { message: `Change (#${number})` }) }
    }),
  )

async function storedCommits(repositoryId: number) {
  const rows = await db().prisma.commit.findMany({ where: { repositoryId }, orderBy: { sha: 'asc' } })
  return rows.map(({ organizationId, repositoryId: _, pullRequestNumber, ...rest }) => rest)
}

async function storedPullRequests(repositoryId: number) {
  const rows = await db().prisma.pullRequest.findMany({ where: { repositoryId }, orderBy: { number: 'asc' } })
  return rows.map(({ number, mergeCommitSha, mergedAt, baseBranch }) => ({
    number,
    mergeCommitSha,
    mergedAt,
    baseBranch,
  }))
}

test('a backfill stores what an import of the clone stores, whatever the clocks say', async () => {
  let name = 0
  const { organization } = await createTenant()
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(), fc.integer({ min: 1, max: 40 }), async (commits, cut, maxPerPage) => {
      name += 1
      const { server, at } = await startGithub(`acme/api-${name}`)
      server.maxPerPage = maxPerPage
      try {
        const branch = 1 + (cut % commits.length)
        at.git.write(commits, { 'refs/heads/main': commits.length, 'refs/heads/old': branch })
        at.pullRequests = pullRequestsOf(at.git)
        const repository = await createHostRepository(organization.id, at)
        await syncNow(repository, server)
        const other = (await createTenant()).organization.id
        const clone = await importGit({ organizationId: other, repository: 'api', path: at.git.path })
        expect(await storedCommits(repository.id)).toEqual(await storedCommits(clone.repositoryId))
        expect(await storedPullRequests(repository.id)).toEqual(await storedPullRequests(clone.repositoryId))
        expect(await syncNow(repository, server)).toEqual({ commits: 0, pullRequests: 0 })
      } finally {
        await server.stop()
        at.git.remove()
      }
    }),
    { numRuns: 12, interruptAfterTimeLimit: 90_000 },
  )
})
