import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { loadRange } from '@/lib/deployments/commits/load'
import { createTenant } from '@/lib/testing/factories'
import { importGit } from './import-git'
import { randomHistories } from './random-histories'
import { createTestRepository, type TestCommit, type TestRepository } from './test-repository'

/** Histories in which some commits name one of a few pull requests, so that numbers come up again. */
const histories = fc
  .tuple(randomHistories, fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 60, maxLength: 60 }))
  .map(([commits, numbers]) =>
    commits.map((commit, index): TestCommit => {
      const number = numbers[index] ?? 0
      return {
        ...commit,
        author: `Author ${commit.id}`,
        authoredSeconds: 1_600_000_000 + ((commit.id * 7_919) % 1_000),
        ...(number > 0 && { message: `Change (#${number})` }),
      }
    }),
  )

const runs = { numRuns: 12, interruptAfterTimeLimit: 60_000 }

async function importInto(organizationId: number, repository: TestRepository): Promise<number> {
  return (await importGit({ organizationId, repository: 'api', path: repository.path })).repositoryId
}

async function storedPullRequests(repositoryId: number) {
  const rows = await db().prisma.pullRequest.findMany({ where: { repositoryId }, orderBy: { number: 'asc' } })
  return rows.map(({ id, organizationId, repositoryId: _, ...rest }) => rest)
}

async function storedCommits(repositoryId: number) {
  const rows = await db().prisma.commit.findMany({ where: { repositoryId }, orderBy: { sha: 'asc' } })
  return rows.map(({ sha, parents, generation }) => ({ sha, parents, generation }))
}

/** What git says of a pull request: its merge commit, and the author date of the first commit it brought. */
function readWithGit({ git }: TestRepository) {
  const found = new Map<number, { number: number; mergeCommitSha: string; firstCommitSeconds: number | null }>()
  for (const line of git('log', '--reverse', '--topo-order', '--format=%H %at %s', 'main').split('\n')) {
    const [mergeCommitSha = '', seconds = ''] = line.split(' ')
    const number = Number(/\(#(\d+)\)$/.exec(line)?.[1])
    if (!number || found.has(number)) continue
    const [base, head] = git('log', '-1', '--format=%P', mergeCommitSha).split(' ')
    const dates = head ? git('log', '--format=%at', head, `^${base}`).split('\n').filter(Boolean) : [seconds]
    const firstCommitSeconds = dates.length > 0 ? Math.min(...dates.map(Number)) : null
    found.set(number, { number, mergeCommitSha, firstCommitSeconds })
  }
  return [...found.values()].sort((a, b) => a.number - b.number)
}

async function withRepository(work: (repository: TestRepository) => Promise<void>): Promise<void> {
  const repository = createTestRepository()
  try {
    await work(repository)
  } finally {
    repository.remove()
  }
}

test('pull requests and ranges are what git itself says', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }), (commits, pairs) =>
      withRepository(async (repository) => {
        repository.write(commits, { 'refs/heads/main': commits.length, 'refs/tags/v1': Math.ceil(commits.length / 2) })
        repository.git('commit-graph', 'write', '--reachable')
        const { organization } = await createTenant()
        const repositoryId = await importInto(organization.id, repository)
        const stored = await storedPullRequests(repositoryId)
        expect(
          stored.map(({ number, mergeCommitSha, firstCommitAt }) => ({
            number,
            mergeCommitSha,
            firstCommitSeconds: firstCommitAt && firstCommitAt.getTime() / 1000,
          })),
        ).toEqual(readWithGit(repository))
        const known = await storedCommits(repositoryId)
        for (const [a, b] of pairs) {
          const [head = '', base = ''] = [a, b].map((index) => known[index % known.length]?.sha)
          const key = { organizationId: organization.id, repositoryId, maxCommits: 1_000 }
          const range = await loadRange(db().ingest, { ...key, head, base })
          const listed = repository.git('rev-list', head, `^${base}`).split('\n').filter(Boolean)
          expect(range.commits.map(({ sha }) => sha).sort()).toEqual(listed.sort())
        }
      }),
    ),
    runs,
  )
})

test('importing a history as it grows comes to the same as importing it at the end', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (commits, cuts) =>
      withRepository(async (repository) => {
        const [growing, whole] = [(await createTenant()).organization.id, (await createTenant()).organization.id]
        repository.write(commits, { 'refs/heads/main': commits.length })
        const stops = cuts.map((cut) => 1 + (cut % commits.length)).sort((a, b) => a - b)
        for (const stop of stops) {
          repository.git('update-ref', 'refs/heads/main', repository.sha(stop))
          await importInto(growing, repository)
        }
        repository.git('update-ref', 'refs/heads/main', repository.sha(commits.length))
        const grown = await importInto(growing, repository)
        const full = await importInto(whole, repository)
        const inFull = new Map((await storedPullRequests(full)).map((row) => [row.number, row]))
        const reachable = new Set((await storedCommits(full)).map(({ sha }) => sha))
        const kept = (await storedPullRequests(grown)).filter(({ mergeCommitSha }) =>
          reachable.has(mergeCommitSha ?? ''),
        )
        expect(kept).toEqual(kept.map(({ number }) => inFull.get(number)))
        expect(kept).toHaveLength(inFull.size)
        expect((await storedCommits(grown)).filter(({ sha }) => reachable.has(sha))).toEqual(await storedCommits(full))
      }),
    ),
    runs,
  )
})
