import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { createTenant } from '@/lib/testing/factories'
import { importGit } from './import-git'
import { createTestRepository, type TestRepository } from './test-repository'

let repository: TestRepository
let organizationId: number

beforeEach(async () => {
  repository = createTestRepository()
  organizationId = (await createTenant()).organization.id
})

afterEach(() => repository.remove())

const run = (branch?: string) => importGit({ organizationId, repository: 'acme/API', path: repository.path, branch })

/** What is stored, by number, without ids. */
async function pullRequests(of = organizationId) {
  const rows = await db().prisma.pullRequest.findMany({
    where: { organizationId: of },
    omit: { id: true, organizationId: true, repositoryId: true },
    orderBy: { number: 'asc' },
  })
  return rows
}

async function commits(of = organizationId) {
  return db().prisma.commit.findMany({
    where: { organizationId: of },
    omit: { organizationId: true, repositoryId: true, pullRequestNumber: true },
    orderBy: { sha: 'asc' },
  })
}

const at = (seconds: number) => new Date(seconds * 1000)

/** A merge of two commits on a branch, a squash, and commits that no pull request brought. */
const small = [
  { id: 1, message: 'Start' },
  { id: 2, parents: [1], author: 'Grace', authoredSeconds: 1_600_000_002, message: 'Step one' },
  { id: 3, parents: [2], author: 'Grace', authoredSeconds: 1_600_000_003, message: 'Step two' },
  { id: 4, parents: [1], message: 'Directly on main' },
  { id: 5, parents: [4, 3], author: 'Merger', message: 'Merge pull request #7 from grace/search\n\nAdd search' },
  {
    id: 6,
    parents: [5],
    author: 'Alan',
    authoredSeconds: 1_600_000_009,
    message: 'Faster search (#8)\n\n* try\n* try again',
  },
]

test('stores the repository, its commits and its pull requests', async () => {
  repository.write(small, { 'refs/heads/main': 6 })
  const progress: string[] = []
  const result = await importGit({
    organizationId,
    repository: ' acme/API ',
    path: repository.path,
    onProgress: ({ phase, done, total }) => progress.push(`${phase} ${done}/${total}`),
  })
  const { repositoryId, ...counts } = result
  expect(counts).toEqual({
    commits: 6,
    pullRequests: 2,
    totalCommits: 6,
    totalPullRequests: 2,
    relinked: 0,
    repository: 'acme/API',
    defaultBranch: 'main',
    shallow: false,
  })
  expect(progress).toContain('commits 6/6')
  expect(progress).toContain('pull requests 6/6')
  expect(progress.at(-1)).toBe('changed files 2/2')
  expect(await db().prisma.repository.findFirst({ where: { id: repositoryId } })).toMatchObject({
    organizationId,
    fullName: 'acme/API',
    fullNameKey: 'acme/api',
    nameKey: 'api',
    defaultBranch: 'main',
    importedAt: expect.any(Date),
  })
  expect((await commits()).find(({ sha }) => sha === repository.sha(5))).toEqual({
    sha: repository.sha(5),
    parents: [repository.sha(4), repository.sha(3)],
    authorName: 'Merger',
    authoredAt: at(1_700_000_300),
    committedAt: at(1_700_000_300),
    generation: 1_700_000_300n,
  })
  expect(await pullRequests()).toMatchObject([
    {
      number: 7,
      title: 'Add search',
      author: 'Grace',
      baseBranch: 'main',
      mergedAt: at(1_700_000_300),
      mergeCommitSha: repository.sha(5),
      headCommitSha: repository.sha(3),
      firstCommitSha: repository.sha(2),
      firstCommitAt: at(1_600_000_002),
    },
    {
      number: 8,
      title: 'Faster search',
      author: 'Alan',
      baseBranch: 'main',
      mergedAt: at(1_700_000_360),
      mergeCommitSha: repository.sha(6),
      headCommitSha: null,
      firstCommitSha: repository.sha(6),
      firstCommitAt: at(1_600_000_009),
    },
  ])
})

test('the first commit that names a number merged it: cherry-picks, reverts and merges back do not move it', async () => {
  repository.write(
    [
      { id: 1 },
      { id: 2, parents: [1], message: 'Fix login (#3)' },
      { id: 3, parents: [1], message: 'Fix login (#3)\n\n(cherry picked from commit 2)' },
      { id: 4, parents: [2, 3], message: "Merge branch 'release' into main" },
      { id: 5, parents: [4], message: 'Revert "Fix login (#3)"' },
      { id: 6, parents: [3], message: 'Only on the release branch (#4)' },
    ],
    { 'refs/heads/main': 5, 'refs/heads/release': 6, 'refs/tags/v1.1': 6 },
  )
  expect(await run()).toMatchObject({ commits: 6, pullRequests: 1 })
  const first = repository.git('log', '--reverse', '--topo-order', '--format=%H', '--grep=^Fix login (#3)', 'main')
  expect(await pullRequests()).toMatchObject([{ number: 3, mergeCommitSha: first.split('\n')[0] }])
})

test('every host and every hostile text ends up readable', async () => {
  const messages = [
    "Merge branch 'x' into 'main'\n\nBy GitLab\n\nSee merge request a/b!1",
    'Merged in x (pull request #2)\n\nBy Bitbucket',
    'Merged PR 3: By Azure',
    "Merge pull request 'By Gitea' (#4) from x into main",
    `'; DROP TABLE commits; -- \\ {a,"b"} NULL ${'é🚀'.repeat(600)} (#5)`,
    Buffer.concat([Buffer.from([0xff, 0xc0]), Buffer.from(' NULL (#6)')]),
  ]
  const history = messages.map((message, index) => ({ id: index + 1, parents: index ? [index] : [], message }))
  repository.write(history, { 'refs/heads/main': 6 })
  await run()
  const stored = await pullRequests()
  expect(stored.slice(0, 4).map(({ title }) => title)).toEqual(['By GitLab', 'By Bitbucket', 'By Azure', 'By Gitea'])
  expect(stored[4]?.title).toMatch(/^'; DROP TABLE commits; -- \\ \{a,"b"\} NULL é🚀/)
  expect(stored[5]?.title).toBe('\ufffd\ufffd NULL')
})

describe('a second run', () => {
  test('adds nothing and uses up no ids when nothing has changed', async () => {
    repository.write(small, { 'refs/heads/main': 6 })
    await run()
    expect(await run()).toMatchObject({ commits: 0, pullRequests: 0, totalCommits: 6, totalPullRequests: 2 })
    repository.write([{ id: 7, parents: [6], message: 'Next (#9)' }], { 'refs/heads/main': 7 })
    await run()
    const ids = await db().prisma.pullRequest.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
    expect((ids.at(-1)?.id ?? 0) - (ids.at(-2)?.id ?? 0)).toBe(1)
  })

  test('comes to the same as one run over everything', async () => {
    repository.write(small.slice(0, 4), { 'refs/heads/main': 4, 'refs/heads/search': 3 })
    await run()
    repository.write(small.slice(4), { 'refs/heads/main': 6, 'refs/tags/v1': 5 })
    expect(await run()).toMatchObject({ commits: 2, pullRequests: 2 })
    const { organization: other } = await createTenant()
    await importGit({ organizationId: other.id, repository: 'acme/api', path: repository.path })
    expect(await pullRequests()).toEqual(await pullRequests(other.id))
    expect(await commits()).toEqual(await commits(other.id))
  })

  test('finds the pull requests of a branch that was stored before main reached it', async () => {
    repository.write(small, { 'refs/heads/main': 1, 'refs/heads/next': 6 })
    expect(await run()).toMatchObject({ commits: 6, pullRequests: 0 })
    repository.git('update-ref', 'refs/heads/main', repository.sha(6))
    expect(await run()).toMatchObject({ commits: 0, pullRequests: 2 })
  })

  test('after a force-push follows the new history and keeps the old commits', async () => {
    repository.write(small, { 'refs/heads/main': 6 })
    await run()
    repository.write([{ id: 7, parents: [5], message: 'Faster search, again (#8)' }], { 'refs/heads/main': 7 })
    repository.git('reflog', 'expire', '--expire=now', '--all')
    repository.git('update-ref', '-d', 'refs/scratch')
    repository.git('gc', '--quiet', '--prune=now')
    expect(await run()).toMatchObject({ commits: 1, pullRequests: 1, totalCommits: 7 })
    expect(await pullRequests()).toMatchObject([{ number: 7 }, { number: 8, mergeCommitSha: repository.sha(7) }])
  })

  test('completes what a run that was cut short has left', async () => {
    repository.write(small, { 'refs/heads/main': 6 })
    const { repositoryId } = await run()
    await db().prisma.commit.deleteMany({
      where: { repositoryId, sha: { in: [5, 6].map(repository.sha) } },
    })
    await db().prisma.pullRequest.deleteMany({ where: { repositoryId } })
    expect(await run()).toMatchObject({ commits: 2, pullRequests: 2, totalCommits: 6 })
  })

  test('reads pull requests from another branch when one is named', async () => {
    repository.write([...small, { id: 7, parents: [1], message: 'Hotfix (#20)' }], {
      'refs/heads/main': 6,
      'refs/heads/hotfix': 7,
    })
    expect(await run('hotfix')).toMatchObject({ defaultBranch: 'hotfix', pullRequests: 1 })
    expect(await run()).toMatchObject({ defaultBranch: 'main', pullRequests: 2, totalPullRequests: 3 })
  })
})

test('the same clone in another organization is another repository', async () => {
  repository.write(small, { 'refs/heads/main': 6 })
  const mine = await run()
  const { organization: other } = await createTenant()
  expect(await pullRequests(other.id)).toEqual([])
  const theirs = await importGit({ organizationId: other.id, repository: 'acme/api', path: repository.path })
  expect(theirs).toMatchObject({ commits: 6, totalCommits: 6, pullRequests: 2 })
  expect(theirs.repositoryId).not.toBe(mine.repositoryId)
})

test('nothing is stored for a bad name or a bad path', async () => {
  const refused = [
    importGit({ organizationId, repository: 'no good', path: repository.path }),
    importGit({ organizationId, repository: 'api', path: repository.path }),
    importGit({ organizationId, repository: 'api', path: `${repository.path}/nowhere` }),
  ]
  for (const result of await Promise.allSettled(refused)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'AppError' } })
  }
  expect(await db().prisma.repository.count({ where: { organizationId } })).toBe(0)
})

test('knows which files a pull request changed, of a merge what it brought', async () => {
  const files = (...paths: string[]) => ({ files: Object.fromEntries(paths.map((path) => [path, path])) })
  repository.write(
    [
      { id: 1, ...files('README.md') },
      { id: 2, parents: [1], ...files('services/api/a b.ts') },
      { id: 3, parents: [2], ...files('services/api/ü.ts') },
      { id: 4, parents: [1], ...files('elsewhere.md') },
      {
        id: 5,
        parents: [4, 3],
        message: 'Merge pull request #1 from ada/api',
        ...files('services/api/a b.ts', 'services/api/ü.ts'),
      },
      { id: 6, parents: [5], message: 'Web (#2)', ...files('services/web/index.ts') },
      {
        id: 7,
        parents: [6],
        message: 'Too many (#3)',
        ...files(...Array.from({ length: 3_001 }, (_, n) => `${n}.ts`)),
      },
    ],
    { 'refs/heads/main': 7 },
  )
  await importGit({ organizationId, repository: 'acme/platform', path: repository.path })
  const known = await pullRequests()
  expect(known.map(({ number, paths, pathsKnown }) => ({ number, paths, pathsKnown }))).toEqual([
    { number: 1, paths: ['services/api/a b.ts', 'services/api/ü.ts'], pathsKnown: true },
    { number: 2, paths: ['services/web/index.ts'], pathsKnown: true },
    { number: 3, paths: [], pathsKnown: false },
  ])
})
