import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { interactive } from '@/lib/sources/hosts/call-options'
import { HostError } from '@/lib/sources/hosts/model'
import { startAnsweringServer } from '@/lib/testing/answering-server'
import { createGitlabHistory } from '@/lib/testing/gitlab-history'
import { type GitlabFault, type GitlabServer, startGitlabServer } from '@/lib/testing/gitlab-server'
import { readAll } from '@/lib/testing/read-all'
import { gitlabReader } from './reader'
import { readWaitSeconds } from './request-json'

let server: GitlabServer

beforeEach(async () => {
  server = await startGitlabServer()
})

afterEach(() => server.stop())

function open(token = server.token) {
  return gitlabReader({ baseUrl: server.baseUrl, token }, { secondMs: 1 })
}

async function catchHostError(work: Promise<unknown>): Promise<HostError> {
  const error = await work.then(
    () => new Error('Nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof HostError)) throw error
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(server.token)
  return error
}

const passing: [string, GitlabFault][] = [
  ['a bad gateway', { status: 502 }],
  ['a service that is starting', { status: 503, headers: { 'Retry-After': '3' } }],
  ['half an answer', 'truncated'],
  ['a broken connection', 'reset'],
  ['a page for people', 'html'],
  ['a rate limit of seconds', { status: 429, headers: { 'Retry-After': '2' } }],
]

test.each(passing)('%s passes', async (_, fault) => {
  server.faults.push(fault, fault, fault)
  expect(await open().readRepositories(null)).toMatchObject({ items: [], next: null })
  expect(server.requests).toHaveLength(4)
})

test.each(passing)('%s that stays is left for later', async (_, fault) => {
  server.faults.push(fault, fault, fault, fault, fault)
  expect((await catchHostError(open().readRepositories(null))).kind).toBe('later')
  expect(server.requests).toHaveLength(4)
})

test.each(passing)('%s is reported at once to a waiting user', async (_, fault) => {
  server.faults.push(fault)
  const waitedFor = gitlabReader({ baseUrl: server.baseUrl, token: server.token }, interactive)
  expect((await catchHostError(waitedFor.readRepositories(null))).kind).toBe('later')
  expect(server.requests).toHaveLength(1)
})

test('a host that takes too long is asked once, and left for later', async () => {
  const silent = await startAnsweringServer(() => {})
  const reader = gitlabReader({ baseUrl: silent.origin, token: 'x' }, { timeoutMs: 200, secondMs: 1 })
  try {
    expect((await catchHostError(reader.readRepositories(null))).kind).toBe('later')
    expect(silent.requests).toHaveLength(1)
  } finally {
    await silent.stop()
  }
})

const faults = fc.constantFrom(...passing.map(([, fault]) => fault))

test('faults at any time neither lose nor repeat anything', { timeout: 60_000 }, async () => {
  const change = { commits: [['a.ts']], ending: 'merge' as const, behind: 0, reviewed: true }
  const { repository, mergeRequests, truths } = createGitlabHistory([change, change, change, change, change])
  const shared = { defaultBranch: 'main', mergeRequestsEnabled: true, maxBatch: 20, tooLarge: new Set<number>() }
  server.projects.push({ ...shared, id: 7, fullPath: 'acme/api', repository, mergeRequests })
  server.setPageSize(2)
  const inARow = fc.array(faults, { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(inARow, { minLength: 1, maxLength: 10 }), async (troubles) => {
      let turn = 0
      server.onRequest(() => {
        if (server.faults.length > 0) return
        // Every other time, so that the try after three faults is a good one.
        if (turn % 2 === 0) server.faults.push(...(troubles[(turn / 2) % troubles.length] ?? []))
        turn += 1
      })
      const read = await readAll((from) => open().readPullRequests('7', null, from))
      const landings = new Map(read.map(({ number, mergeCommitSha }) => [number, mergeCommitSha]))
      expect(landings).toEqual(new Map(truths.map(({ iid, landing }) => [iid, landing])))
      const commits = await readAll((from) => open().readCommits('7', repository.git('rev-parse', 'main'), from))
      expect(commits.map(({ sha }) => sha)).toEqual(repository.git('rev-list', '--topo-order', 'main').split('\n'))
    }),
    { numRuns: 10 },
  )
  repository.remove()
})

test('a rate limit of minutes is left for the time that the host says', async () => {
  const resetSeconds = Math.floor(Date.now() / 1000) + 900
  server.faults.push({ status: 429, headers: { 'RateLimit-Reset': String(resetSeconds) } })
  const error = await catchHostError(open().readRepositories(null))
  expect(error.kind).toBe('later')
  expect(Math.abs((error.retryAt?.getTime() ?? 0) / 1000 - resetSeconds)).toBeLessThanOrEqual(2)
  expect(server.requests).toHaveLength(1)
})

test('a fault without a time leaves the time to the caller', async () => {
  server.faults.push('html', 'html', 'html', 'html')
  expect((await catchHostError(open().readRepositories(null))).retryAt).toBeNull()
})

const refusals: [number, HostError['kind'], RegExp][] = [
  [401, 'access', /refuses the token/],
  [403, 'access', /read_api/],
  [404, 'gone', /does not have this any more/],
  [302, 'access', /redirects/],
  [422, 'access', /GitLab 15 or later/],
]

test.each(refusals)('%i is reported at once', async (status, kind, message) => {
  server.faults.push({ status, headers: { Location: 'http://127.0.0.1:9/elsewhere' } })
  const error = await catchHostError(open().readRepositories(null))
  expect(error).toMatchObject({ kind, message: expect.stringMatching(message) })
  expect(server.requests).toHaveLength(1)
})

test('a token that the host does not know, and one that cannot be sent', async () => {
  expect((await catchHostError(open('glpat-other').readRepositories(null))).kind).toBe('access')
  expect((await catchHostError(open(`${server.token}\n`).readRepositories(null))).kind).toBe('access')
  expect(server.requests).toHaveLength(1)
})

test('a project that is gone', async () => {
  for (const work of [
    open().readRepository('9'),
    open().readPullRequests('9', null, null),
    open().readPullRequest('9', 1),
    open().readTips('9'),
    open().readCommits('9', 'a'.repeat(40), null),
  ]) {
    expect((await catchHostError(work)).kind).toBe('gone')
  }
})

test('no server at the address', async () => {
  const { baseUrl } = await startGitlabServer().then(async (other) => {
    await other.stop()
    return other
  })
  const reader = gitlabReader({ baseUrl, token: server.token }, { secondMs: 1 })
  expect(await catchHostError(reader.readRepositories(null))).toMatchObject({
    kind: 'later',
    message: expect.stringContaining('cannot be reached'),
  })
})

test('an address that is no GitLab', async () => {
  const reader = gitlabReader({ baseUrl: `${server.baseUrl}/wiki`, token: server.token }, { secondMs: 1 })
  const error = await catchHostError(reader.readRepositories(null))
  expect(error.message).toMatch(/Check that the address is that of a GitLab/)
})

test('waits are read from seconds, dates and epochs', () => {
  const now = new Date('2026-03-04T05:06:07Z')
  const read = (headers: Record<string, string>) => readWaitSeconds(new Headers(headers), now)
  expect(read({ 'Retry-After': '9'.repeat(20) })).toBe(86_400)
  expect(read({ 'RateLimit-Reset': '9'.repeat(20) })).toBe(86_400)
  expect(read({ 'Retry-After': '7' })).toBe(7)
  expect(read({ 'Retry-After': 'Wed, 04 Mar 2026 05:06:37 GMT' })).toBe(30)
  expect(read({ 'RateLimit-Reset': String(now.getTime() / 1000 + 40) })).toBe(40)
  expect(read({ 'RateLimit-Reset': String(now.getTime() / 1000 - 40) })).toBe(0)
  expect(read({ 'Retry-After': 'soon' })).toBeNull()
  expect(read({})).toBeNull()
})
