import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestRepository, type TestRepository } from '@/lib/sources/git-import/test-repository'
import { type GithubServer, type StandInApp, startGithubServer } from '@/lib/testing/github-server'
import { pullRequestsOf, type StandInRepository, standInPullRequest } from '@/lib/testing/github-world'
import { interactive } from '../call-options'
import type { HostPage, HostReader } from '../model'
import { githubReader } from './reader'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})
const app: StandInApp = { appId: '4711', installationId: '12', publicKey, account: 'acme' }
const fast = { secondMs: 1 }

let git: TestRepository
let at: StandInRepository
let server: GithubServer
let reader: HostReader

beforeEach(async () => {
  git = createTestRepository()
  const commits = Array.from({ length: 8 }, (_, index) => ({
    id: index + 1,
    parents: index === 0 ? [] : [index],
    message: `Change ${index + 1} (#${index + 1})`,
  }))
  git.write(commits, { 'refs/heads/main': 8, 'refs/heads/feature/x': 3 })
  at = { id: 99, fullName: 'acme/api', defaultBranch: 'main', git, pullRequests: pullRequestsOf(git) }
  server = await startGithubServer([at], app)
  reader = githubReader({ baseUrl: server.url, token: server.token }, fast)
})

afterEach(async () => {
  await server.stop()
  git.remove()
})

async function readAll<Item>(read: (from: string | null) => Promise<HostPage<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let from: string | null = null, more = true; more; more = from !== null) {
    const page: HostPage<Item> = await read(from)
    items.push(...page.items)
    from = page.next
  }
  return items
}

describe('pull requests', () => {
  it('come with all that is known of them, the earliest change first', async () => {
    server.maxPerPage = 3
    const items = await readAll((from) => reader.readPullRequests('99', null, from))
    expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const sha = git.sha(4)
    expect(items[3]).toEqual({
      number: 4,
      title: 'Change 4',
      author: 'author-4',
      baseBranch: 'main',
      state: 'merged',
      openedAt: new Date('2023-11-14T22:07:20Z'),
      closedAt: new Date('2023-11-14T22:17:20Z'),
      mergedAt: new Date('2023-11-14T22:17:20Z'),
      mergeCommitSha: sha,
      headCommitSha: sha,
      firstCommitSha: sha,
      firstCommitAt: new Date('2023-11-14T22:17:20Z'),
      firstReviewAt: new Date('2023-11-14T22:12:20Z'),
      additions: 12,
      deletions: 4,
      paths: ['src/4/file-0.ts', 'src/4/file-1.ts'],
      webUrl: 'https://github.example/acme/api/pull/4',
      updatedAt: new Date('2023-11-14T22:17:20Z'),
    })
    expect(items[6]?.paths).toHaveLength(230)
    expect(await reader.readPullRequest('99', 7)).toEqual(items[6])
  })

  it('count as unknown in their paths when GitHub does not list all', async () => {
    const files = at.pullRequests[0]?.files
    files?.push(...Array.from({ length: 2_990 }, (_, index) => `many/${index}`))
    expect((await reader.readPullRequest('99', 1)).paths).toHaveLength(2_992)
    files?.push(...Array.from({ length: 10 }, (_, index) => `more/${index}`))
    expect((await reader.readPullRequest('99', 1)).paths).toBe('incomplete')
  })

  it('that changed since a time are all that is read', async () => {
    server.maxPerPage = 2
    const since = new Date((1_700_000_000 + 6 * 60) * 1000)
    const items = await readAll((from) => reader.readPullRequests('99', since, from))
    expect(items.map(({ number }) => number)).toEqual([6, 7, 8])
    expect(await reader.readPullRequests('99', since, null)).toMatchObject({ total: 3 })
    const now = await reader.readPullRequests('99', new Date(), null)
    expect(now).toEqual({ items: [], next: null, total: 0 })
  })

  it('that move to the end while pages are read push none out', async () => {
    server.maxPerPage = 3
    server.onRequest = ({ kind, variables }) => {
      const moved = kind === 'pull requests' && variables.after ? at.pullRequests[0] : undefined
      if (moved) moved.updatedAt = '2026-01-01T00:00:00Z'
      return undefined
    }
    const items = await readAll((from) => reader.readPullRequests('99', null, from))
    expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1])
  })

  it('of which one is not merged have no merge commit', async () => {
    const open = { ...standInPullRequest(9, git.sha(3), git.sha(3), 1_700_000_000), state: 'OPEN' as const }
    at.pullRequests.push({ ...open, mergedAt: null, closedAt: null })
    expect(await reader.readPullRequest('99', 9)).toMatchObject({ state: 'open', mergeCommitSha: null, mergedAt: null })
  })
})

describe('commits', () => {
  it('come newest first with their parents and who brought them', async () => {
    server.maxPerPage = 3
    const items = await readAll((from) => reader.readCommits('99', git.sha(8), from))
    expect(items.map(({ sha, parents }) => [sha, ...parents].join(' '))).toEqual(
      git
        .git('log', '--format=%H %P', 'main')
        .split('\n')
        .map((line) => line.trim()),
    )
    expect(items.map(({ pullRequestNumber }) => pullRequestNumber)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('that are gone say so', async () => {
    await expect(reader.readCommits('99', 'f'.repeat(40), null)).rejects.toMatchObject({ kind: 'gone' })
  })

  it('are found by branches and tags, annotated ones too', async () => {
    git.git('tag', '--annotate', '--message', 'One', 'v1', git.sha(2))
    expect(Object.fromEntries(await reader.readTips('99'))).toEqual({
      'refs/heads/main': git.sha(8),
      'refs/heads/feature/x': git.sha(3),
      'refs/tags/v1': git.sha(2),
    })
  })
})

describe('repositories', () => {
  it('are listed, and found by id and by name', async () => {
    const found = {
      hostId: '99',
      fullName: 'acme/api',
      defaultBranch: 'main',
      webUrl: 'https://github.example/acme/api',
    }
    expect(await reader.readRepositories(null)).toEqual({ items: [found], next: null, total: null })
    expect(await reader.readRepository('99')).toEqual(found)
    expect(await reader.readRepository('acme/api')).toEqual(found)
    await expect(reader.readRepository('acme/other')).rejects.toMatchObject({ kind: 'gone' })
  })

  it('that have not changed are not sent again', async () => {
    await reader.readRepository('99')
    await reader.readRepository('99')
    at.defaultBranch = 'trunk'
    expect(await reader.readRepository('99')).toMatchObject({ defaultBranch: 'trunk' })
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304, 200])
  })

  it('of an installation are read as the app', async () => {
    const credentials = { baseUrl: server.url, appId: '4711', privateKey, installationId: '12' }
    const asApp = githubReader(credentials, fast)
    expect(await asApp.readRepositories(null)).toMatchObject({ items: [{ hostId: '99' }], total: 1 })
    expect(await asApp.readPullRequest('99', 1)).toMatchObject({ number: 1 })
    await expect(githubReader({ ...credentials, appId: '1' }, fast).readRepositories(null)).rejects.toMatchObject({
      kind: 'access',
    })
  })
})

describe('trouble', () => {
  it('with the key of an app is said before anything is called', () => {
    const { publicKey: _, account, ...known } = app
    const short = generateKeyPairSync('rsa', {
      modulusLength: 1024,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    })
    const refusal = expect.objectContaining({ kind: 'access', message: expect.stringContaining('The private key') })
    for (const privateKey of ['no key', short.privateKey]) {
      expect(() => githubReader({ baseUrl: server.url, privateKey, ...known }, fast)).toThrow(refusal)
    }
    expect(server.requests).toEqual([])
  })

  it('with the token is said without the token', async () => {
    const wrong = githubReader({ baseUrl: server.url, token: 'github_pat_wrong' }, fast)
    const error: unknown = await wrong.readRepositories(null).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'access', message: expect.stringContaining('does not accept') })
    expect(String(error) + JSON.stringify(error)).not.toContain('github_pat_wrong')
  })

  it('of seconds is waited for, longer trouble is reported with its end', async () => {
    let left = 2
    server.onRequest = () => {
      left -= 1
      return left >= 0 ? { status: 403, limit: 10 } : undefined
    }
    expect(await reader.readRepositories(null)).toMatchObject({ items: [{ hostId: '99' }] })
    server.onRequest = () => ({ status: 403, limit: 3_600 })
    const before = Date.now()
    const error = await reader.readRepositories(null).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'later', retryAt: expect.any(Date) })
    const { retryAt } = error as { retryAt: Date }
    expect(retryAt.getTime()).toBeGreaterThanOrEqual(before + 3_600_000)
  })

  it.each([{ status: 502 }, { status: 403, limit: 10 }, { cutOff: true }] as const)(
    '%j is reported at once to a waiting user',
    async (fault) => {
      server.onRequest = () => fault
      const { token, url: baseUrl } = server
      await expect(githubReader({ baseUrl, token }, interactive).readRepositories(null)).rejects.toMatchObject({
        kind: 'later',
      })
      const { publicKey: _, account, ...known } = app
      const asApp = githubReader({ baseUrl, privateKey, ...known }, interactive)
      await expect(asApp.readRepositories(null)).rejects.toMatchObject({ kind: 'later' })
      const paths = server.requests.map(({ path }) => path)
      expect(paths).toEqual([...new Set(paths)])
    },
  )

  it('that stays is waited for no longer the next time', async () => {
    server.onRequest = () => ({ status: 502 })
    const steady = githubReader({ baseUrl: server.url, token: server.token }, { secondMs: 7 })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    for (let time = 0; time < 2; time += 1) {
      timers.mockClear()
      await expect(steady.readRepositories(null)).rejects.toMatchObject({ kind: 'later' })
      const waits = timers.mock.calls.flatMap(([, ms = 0]) => (ms > 0 && ms % 7 === 0 ? [ms] : []))
      expect(waits).toEqual([7, 28])
    }
  })

  it('with large pages is met with smaller ones', async () => {
    server.onRequest = ({ kind, variables }) =>
      kind === 'pull requests' && Number(variables.first) > 10 ? { status: 502 } : undefined
    const { items } = await reader.readPullRequests('99', null, null)
    expect(items).toHaveLength(8)
  })

  it('of a long answer is none', async () => {
    server.onRequest = () => ({ padding: 100_000 })
    expect((await reader.readPullRequests('99', null, null)).items).toHaveLength(8)
  })

  it('of a page that is too large is met with smaller ones', async () => {
    server.onRequest = ({ kind, variables }) =>
      kind === 'pull requests' && Number(variables.first) > 10 ? { padding: 5 * 1024 * 1024 } : undefined
    const { items } = await reader.readPullRequests('99', null, null)
    expect(items).toHaveLength(8)
  })

  it('with the network is reported', async () => {
    const closed = githubReader({ baseUrl: 'http://127.0.0.1:9', token: 'x' }, fast)
    await expect(closed.readRepositories(null)).rejects.toMatchObject({ kind: 'later', retryAt: null })
  })
})
