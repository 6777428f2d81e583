import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomHistories } from '@/lib/sources/git-import/random-histories'
import { createTestRepository, type TestRepository } from '@/lib/sources/git-import/test-repository'
import { createGitlabHistory, type GitlabHistory, plannedChanges } from '@/lib/testing/gitlab-history'
import { type GitlabServer, startGitlabServer } from '@/lib/testing/gitlab-server'
import { readAll } from '@/lib/testing/read-all'
import { gitlabReader } from './reader'

let server: GitlabServer
const opened: TestRepository[] = []

beforeEach(async () => {
  server = await startGitlabServer('/gitlab')
})

afterEach(async () => {
  await server.stop()
  for (const repository of opened.splice(0)) repository.remove()
})

function addProject(
  id: number,
  { repository, mergeRequests = [] }: Pick<GitlabHistory, 'repository'> & Partial<GitlabHistory>,
) {
  opened.push(repository)
  const project = {
    id,
    fullPath: `acme/platform/service-${id}`,
    defaultBranch: 'main',
    repository,
    mergeRequests,
    mergeRequestsEnabled: true,
    maxBatch: 20,
    tooLarge: new Set<number>(),
  }
  server.projects.push(project)
  return project
}

function open() {
  return gitlabReader(server, { secondMs: 1 })
}

test('merge requests of all kinds are what git says', { timeout: 60_000 }, async () => {
  let id = 0
  await fc.assert(
    fc.asyncProperty(plannedChanges, fc.integer({ min: 1, max: 5 }), async (changes, pageSize) => {
      id += 1
      const history = createGitlabHistory(changes)
      addProject(id, history)
      server.setPageSize(pageSize)
      const read = await readAll((from) => open().readPullRequests(String(id), null, from))
      const { git } = history.repository
      const once = new Map(read.map((pullRequest) => [pullRequest.number, pullRequest]))
      expect([...once.values()].map(({ number }) => number)).toEqual(changes.map((_, index) => index + 1))
      for (const { iid, first, landing, paths } of history.truths) {
        const found = once.get(iid)
        expect(found).toMatchObject({ firstCommitSha: first, mergeCommitSha: landing, paths: paths })
        if (landing) expect(git('merge-base', '--is-ancestor', landing, 'main')).toBe('')
        const stat = git('diff', '--shortstat', `${first}^`, found?.headCommitSha ?? '')
        expect(stat).toContain(`${found?.additions} insertion`)
      }
    }),
    { numRuns: 12 },
  )
})

test('commits are what git says, page by page, whatever the history', { timeout: 60_000 }, async () => {
  let id = 0
  await fc.assert(
    fc.asyncProperty(randomHistories, fc.integer({ min: 1, max: 30 }), async (commits, pageSize) => {
      id += 1
      const repository = createTestRepository()
      repository.write(commits, { 'refs/heads/main': commits.length, 'refs/tags/v1': 1 })
      addProject(id, { repository })
      server.setPageSize(pageSize)
      const tips = await open().readTips(String(id))
      expect(tips).toEqual(
        new Map([
          ['refs/heads/main', repository.sha(commits.length)],
          ['refs/tags/v1', repository.sha(1)],
        ]),
      )
      const read = await readAll((from) => open().readCommits(String(id), repository.sha(commits.length), from))
      const reported = read.map(({ sha, parents, committedAt }) =>
        [sha, ...parents, committedAt.getTime() / 1000].join(' '),
      )
      const lines = repository.git('log', '--format=%H %P %ct', 'main').replaceAll('  ', ' ').split('\n')
      expect(reported.toSorted()).toEqual(lines.toSorted())
      const places = new Map(read.map(({ sha }, index) => [sha, index]))
      for (const [index, { parents }] of read.entries()) {
        for (const parent of parents) expect(places.get(parent)).toBeGreaterThan(index)
      }
    }),
    { numRuns: 12 },
  )
})

const tenMerges = Array.from({ length: 10 }, (_, index) => ({
  commits: [['README.md']],
  ending: index % 2 ? ('merge' as const) : ('squash' as const),
  behind: 0,
  reviewed: index % 2 === 0,
}))

test('a merge request has who, when, the first review and how much changed', async () => {
  const history = createGitlabHistory([
    {
      commits: [['README.md', 'apps/api/server.ts'], ['README.md']],
      ending: 'squash and merge',
      behind: 0,
      reviewed: true,
    },
    { commits: [['README.md']], ending: 'opened', behind: 0, reviewed: false },
  ])
  addProject(7, history)
  const [merged] = history.mergeRequests
  expect(await open().readPullRequest('7', 1)).toEqual({
    number: 1,
    title: 'Change 1',
    author: 'author-1',
    baseBranch: 'main',
    state: 'merged',
    openedAt: new Date('2026-01-01T01:00:00Z'),
    closedAt: null,
    mergedAt: new Date('2026-01-01T01:04:00Z'),
    mergeCommitSha: merged?.mergeCommitSha,
    headCommitSha: merged?.head,
    firstCommitSha: history.truths[0]?.first,
    firstCommitAt: new Date('2025-10-09T08:55:20Z'),
    firstReviewAt: new Date('2026-01-01T01:03:00Z'),
    additions: 2,
    deletions: 1,
    paths: ['README.md', 'apps/api/server.ts'],
    webUrl: `${server.baseUrl}/acme/platform/service-7/-/merge_requests/1`,
    updatedAt: new Date('2026-01-01T01:05:00Z'),
  })
  expect(await open().readPullRequest('7', 2)).toMatchObject({
    state: 'open',
    mergeCommitSha: null,
    mergedAt: null,
    firstReviewAt: null,
  })
})

test('only what changed since a time is read, with how many there are', async () => {
  addProject(7, createGitlabHistory(tenMerges))
  server.setPageSize(4)
  const since = new Date('2026-01-01T04:05:00Z')
  const first = await open().readPullRequests('7', since, null)
  expect(first.items.map(({ number }) => number)).toEqual([4, 5, 6, 7])
  expect(first.total).toBe(7)
  const second = await open().readPullRequests('7', since, first.next)
  expect(second.total).toBe(7)
})

test('one that changes while pages are read hides no other', async () => {
  const project = addProject(7, createGitlabHistory(tenMerges))
  server.setPageSize(3)
  let pages = 0
  server.onRequest(({ path }) => {
    if (!path.endsWith('/merge_requests')) return
    pages += 1
    const changed = project.mergeRequests[pages - 2]
    if (changed) changed.updatedAt = new Date(Date.UTC(2026, 1, 1, 0, pages))
    if (pages > 4) server.onRequest(() => undefined)
  })
  const read = await readAll((from) => open().readPullRequests('7', null, from))
  expect(new Set(read.map(({ number }) => number))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
  const latest = new Map(read.map((pullRequest) => [pullRequest.number, pullRequest.updatedAt]))
  for (const { iid, updatedAt } of project.mergeRequests) expect(latest.get(iid)).toEqual(updatedAt)
})

test('many that changed at the same instant are all read', async () => {
  const project = addProject(7, createGitlabHistory(tenMerges))
  for (const mergeRequest of project.mergeRequests.slice(1, 9))
    mergeRequest.updatedAt = new Date('2026-01-02T00:00:00Z')
  server.setPageSize(3)
  const read = await readAll((from) => open().readPullRequests('7', null, from))
  expect(new Set(read.map(({ number }) => number)).size).toBe(10)
})

test('lists in disorder and with repeats lose nothing', async () => {
  addProject(7, createGitlabHistory(tenMerges))
  server.setPageSize(4)
  server.onRequest(() => server.faults.push('shuffled'))
  const read = await readAll((from) => open().readPullRequests('7', null, from))
  expect(new Set(read.map(({ number }) => number)).size).toBe(10)
})

test('one whose changes the host cannot work out does not hold up the others', async () => {
  const project = addProject(7, createGitlabHistory(tenMerges))
  project.tooLarge.add(3)
  const { items } = await open().readPullRequests('7', null, null)
  expect(items.filter(({ paths }) => paths === null).map(({ number }) => number)).toEqual([3])
  expect(items[2]?.mergeCommitSha).toBe(project.mergeRequests[2]?.squashCommitSha)
})

test('a host that answers less at once reports as much', async () => {
  const project = addProject(7, createGitlabHistory(tenMerges))
  project.maxBatch = 3
  const { items } = await open().readPullRequests('7', null, null)
  expect(items.map(({ paths }) => paths)).toEqual(tenMerges.map(() => ['README.md']))
})

test('a project without merge requests has commits only', async () => {
  const project = addProject(7, createGitlabHistory(tenMerges))
  project.mergeRequestsEnabled = false
  expect(await open().readPullRequests('7', null, null)).toEqual({ items: [], next: null, total: 0 })
})

test('projects come in pages, and one of them by its id after a rename', async () => {
  const { repository } = createGitlabHistory([])
  for (const id of [5, 9, 12, 40, 41]) addProject(id, { repository })
  server.setPageSize(2)
  const read = await readAll((from) => open().readRepositories(from))
  expect(read.map(({ hostId }) => hostId)).toEqual(['5', '9', '12', '40', '41'])
  const [project] = server.projects
  if (project) project.fullPath = 'acme/renamed'
  expect(await open().readRepository('5')).toEqual({
    hostId: '5',
    fullName: 'acme/renamed',
    defaultBranch: 'main',
    webUrl: `${server.baseUrl}/acme/renamed`,
  })
})

test('tips come in pages; annotated tags are the commit they stand for, tags of files are none', async () => {
  const { repository } = createGitlabHistory(tenMerges)
  addProject(7, { repository })
  const { git } = repository
  git('tag', '--annotate', '--message', 'One', 'v1', 'main')
  git('tag', 'readme', 'main:README.md')
  for (const number of [1, 2, 3, 4, 5]) git('branch', `feature/${number}`, `main~${number}`)
  server.setPageSize(2)
  const tips = await open().readTips('7')
  expect(tips.get('refs/tags/v1')).toBe(git('rev-parse', 'main'))
  expect(tips.get('refs/heads/feature/5')).toBe(git('rev-parse', 'main~5'))
  expect(tips.has('refs/tags/readme')).toBe(false)
  expect(tips.size).toBe(git('for-each-ref', 'refs/heads').split('\n').length + 1)
})
