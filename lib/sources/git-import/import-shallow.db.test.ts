import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { loadRange } from '@/lib/deployments/commits/load'
import { leadline } from '@/lib/testing/command-line'
import { createTenant } from '@/lib/testing/factories'
import { type GitImport, importGit } from './import-git'
import { createTestRepository, type TestRepository } from './test-repository'

let repository: TestRepository
let clone: string
let organizationId: number

/** A straight line; the clock of the second commit is a year ahead. */
const line = Array.from({ length: 6 }, (_, index) => ({
  id: index + 1,
  parents: index ? [index] : [],
  committedSeconds: 1_700_000_000 + index * 60 + (index === 1 ? 31_536_000 : 0),
  message: `Change (#${index + 1})`,
}))

beforeEach(async () => {
  organizationId = (await createTenant()).organization.id
  repository = createTestRepository()
  repository.write(line, { 'refs/heads/main': 6 })
  clone = `${repository.path}-clone`
  repository.git('clone', '--quiet', '--depth=3', `file://${repository.path}`, clone)
})

afterEach(() => repository.remove())

const importFrom = (path: string, into = organizationId): Promise<GitImport> =>
  importGit({ organizationId: into, repository: 'api', path })

async function stored(repositoryId: number) {
  const commits = await db().prisma.commit.findMany({ where: { repositoryId }, orderBy: { sha: 'asc' } })
  const pullRequests = await db().prisma.pullRequest.findMany({ where: { repositoryId }, orderBy: { number: 'asc' } })
  return {
    commits: commits.map(({ sha, parents, generation }) => ({ sha, parents, generation })),
    pullRequests: pullRequests.map(({ number, mergeCommitSha, firstCommitSha }) => ({
      number,
      mergeCommitSha,
      firstCommitSha,
    })),
  }
}

test('a shallow clone knows ranges within what it has, and that it does not know others', async () => {
  const { repositoryId, ...counts } = await importFrom(clone)
  expect(counts).toMatchObject({ commits: 3, pullRequests: 3, shallow: true })
  const rangeFrom = (base: number) =>
    loadRange(db().ingest, {
      organizationId,
      repositoryId,
      head: repository.sha(6),
      base: repository.sha(base),
      maxCommits: 100,
    })
  const { commits, complete } = await rangeFrom(4)
  expect(commits.map(({ sha }) => sha)).toEqual([6, 5].map(repository.sha))
  expect(complete).toBe(true)
  expect(await rangeFrom(2)).toMatchObject({ complete: false, reason: 'unknown commit' })
})

test('the command says that history is missing, and how to bring it', async () => {
  const { slug } = (await createTenant()).organization
  const importing = ['import', 'git', '--org', slug, '--repository', 'acme/api', '--path', clone]
  const missing = expect.stringContaining('git fetch --unshallow')
  expect(await leadline(...importing)).toMatchObject({ code: 0, stderr: missing })
  repository.git('-C', clone, 'fetch', '--quiet', '--unshallow')
  expect(await leadline(...importing)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('shallow') })
})

test('a clone that was deepened fills the gap, to the same as a full one', async () => {
  await importFrom(clone)
  repository.git('-C', clone, 'fetch', '--quiet', '--unshallow')
  const deepened = await importFrom(clone)
  expect(deepened).toMatchObject({ totalCommits: 6, totalPullRequests: 6 })
  const full = await importFrom(repository.path, (await createTenant()).organization.id)
  expect(await stored(deepened.repositoryId)).toEqual(await stored(full.repositoryId))
})

test('the first commit of a merge is unknown where the clone was cut within its branch', async () => {
  repository.write(
    [
      { id: 7, parents: [1], message: 'Step' },
      { id: 8, parents: [7], message: 'Step' },
      { id: 9, parents: [6, 8], message: 'Merge pull request #9 from ada/branch\n\nOld branch' },
    ],
    { 'refs/heads/main': 9 },
  )
  repository.git('-C', clone, 'fetch', '--quiet', '--depth=2')
  const { repositoryId } = await importFrom(clone)
  expect((await stored(repositoryId)).pullRequests.at(-1)).toEqual({
    number: 9,
    mergeCommitSha: repository.sha(9),
    firstCommitSha: null,
  })
})
