import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import type { HostReader } from './model'
import { readerOf } from './reader-of'

const fast = { retry: true, timeoutMs: 60_000, secondMs: 1 }
const reason = new Error('The sync has ended')

const at = '2026-03-02T10:00:00Z'
const repository = { id: 1, node_id: 'R_1', full_name: 'acme/api', html_url: 'https://github.example/acme/api' }
const pageInfo = { hasNextPage: true, endCursor: 'x' }
const nodes = [{ path: 'a' }]
const pullRequest = {
  ...{ id: 'PR_1', number: 1, title: 'x', url: 'https://github.example/1', state: 'OPEN', baseRefName: 'main' },
  ...{ headRefOid: 'a'.repeat(40), createdAt: at, updatedAt: at, closedAt: null, mergedAt: null, author: null },
  ...{ additions: 1, deletions: 1, changedFiles: 9, mergeCommit: null, commits: { nodes: [] }, reviews: null },
  files: { pageInfo, nodes },
}
const mergeRequests = Array.from({ length: 100 }, (_, index) => ({
  ...{ iid: index + 1, title: 'x', state: 'opened', target_branch: 'main', created_at: at, updated_at: at },
  ...{ web_url: 'https://gitlab.example/1', references: { full: 'acme/api!1' } },
}))

let stop: AbortController
let server: AnsweringServer
let status: number
let last: number

/** A host of both kinds that has ever more, and whose request of that number ends the reading. */
beforeEach(async () => {
  stop = new AbortController()
  server = await startAnsweringServer((request, response) => {
    if (server.requests.length === last) stop.abort(reason)
    const path = request.url ?? ''
    response.writeHead(status, { 'Content-Type': 'application/json', Link: `<${server.origin}${path}>; rel="next"` })
    response.end(JSON.stringify(bodyOf(path, server.requests.length)))
  })
})

afterEach(() => server.stop())

function bodyOf(path: string, count: number): unknown {
  if (/branches|tags/.test(path)) return []
  if (path.includes('/v4/')) return path.includes('merge_requests') ? mergeRequests : []
  if (!path.includes('graphql')) return repository
  const pullRequests = { totalCount: 9, pageInfo, nodes: [pullRequest] }
  const ofGithub = { pullRequests, files: { pageInfo, nodes: [{ path: `path ${count}` }] } }
  return { data: { node: ofGithub, project: { mergeRequests: { nodes: [] } } } }
}

const readTips = (reader: HostReader) => reader.readTips('1', stop.signal)
const readPullRequests = (reader: HostReader) => reader.readPullRequests('1', null, null, stop.signal)

it.each([
  ['github', 'branches', { status: 200, last: 5 }, readTips],
  ['gitlab', 'branches', { status: 200, last: 5 }, readTips],
  ['github', 'files', { status: 200, last: 5 }, readPullRequests],
  ['gitlab', 'merge requests', { status: 200, last: 5 }, readPullRequests],
  ['github', 'nothing but 502', { status: 502, last: 2 }, readPullRequests],
  ['gitlab', 'nothing but 502', { status: 502, last: 2 }, readPullRequests],
] as const)('%s, which sends %s, is called no more once its reading has ended', async (host, _what, answers, read) => {
  ;({ status, last } = answers)
  const reader = readerOf({ host, baseUrl: server.origin, token: 'x' }, fast)
  await expect(read(reader)).rejects.toBe(reason)
  await expect(read(reader)).rejects.toBe(reason)
  expect(server.requests).toHaveLength(last)
})
