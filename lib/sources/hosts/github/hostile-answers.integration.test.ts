import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { background } from '../call-options'
import type { HostReader } from '../model'
import { githubClient } from './client'
import { readPages } from './github'
import { githubReader } from './reader'

const repository = { id: 1, node_id: 'R_1', full_name: 'acme/api', html_url: 'https://github.example/acme/api' }
const ref = { name: 'main', commit: { sha: 'a'.repeat(40) } }

let github: AnsweringServer
let elsewhere: AnsweringServer
let reader: HostReader
let answerRefs: (origin: string) => { status?: number; headers?: Record<string, string>; body?: unknown }

beforeEach(async () => {
  elsewhere = await startAnsweringServer((_, response) => response.end('[]'))
  github = await startAnsweringServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    if (!request.url?.includes('/branches')) return response.end(JSON.stringify(repository))
    const { status = 200, headers = {}, body = [ref] } = answerRefs(`http://${request.headers.host}`)
    response.writeHead(status, headers).end(JSON.stringify(body))
  })
  reader = githubReader({ baseUrl: github.origin, token: 'x' }, { secondMs: 1 })
})

afterEach(() => Promise.all([github.stop(), elsewhere.stop()]))

const next = (url: string) => ({ headers: { Link: `<${url}>; rel="next"` } })

it('whose next page is at another address are not followed there', async () => {
  answerRefs = () => next(`${elsewhere.origin}/latest/meta-data/`)
  await expect(reader.readTips('1')).rejects.toMatchObject({
    kind: 'access',
    message: expect.stringContaining('another address'),
  })
  expect(elsewhere.connections()).toBe(0)
})

it('that redirect to another address are not followed there', async () => {
  answerRefs = () => ({ status: 302, headers: { Location: `${elsewhere.origin}/latest/meta-data/` } })
  await expect(reader.readTips('1')).rejects.toMatchObject({
    kind: 'access',
    message: expect.stringContaining('another address'),
  })
  expect(elsewhere.connections()).toBe(0)
})

it('that redirect in circles are given up', async () => {
  answerRefs = (origin) => ({ status: 302, headers: { Location: `${origin}/api/v3/repos/acme/api/branches` } })
  await expect(reader.readTips('1')).rejects.toMatchObject({ kind: 'access' })
  expect(github.requests.length).toBeLessThan(20)
})

it('with ever another page are given up', async () => {
  answerRefs = (origin) => next(`${origin}/api/v3/repos/acme/api/branches`)
  const client = githubClient({ baseUrl: github.origin, token: 'x' }, background)
  const read = readPages(client, '/repos/acme/api/branches', { maxPages: 5 })
  await expect(read).rejects.toMatchObject({ kind: 'access', message: expect.stringContaining('at most 500') })
  expect(github.requests).toHaveLength(6)
})

it.each([200, 400])('with text that does not end, and status %i, are refused at once', async (status) => {
  const server = await startAnsweringServer((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(`"${'\\"'.repeat(500_000)}`)
  })
  const read = githubReader({ baseUrl: server.origin, token: 'x' }, { secondMs: 1, retry: false }).readTips('1')
  await expect(read.finally(server.stop)).rejects.toMatchObject({ kind: expect.any(String) })
})

it('with pages that are large in sum are given up', async () => {
  answerRefs = (origin) => ({
    ...next(`${origin}/api/v3/repos/acme/api/branches`),
    body: [{ ...ref, junk: 'x'.repeat(3 * 1024 * 1024) }],
  })
  await expect(reader.readTips('1')).rejects.toMatchObject({ kind: 'access' })
  expect(github.requests.length).toBeLessThan(15)
})

it('that are larger than any page need be are not read', async () => {
  answerRefs = () => ({ body: [{ ...ref, junk: 'x'.repeat(5 * 1024 * 1024) }] })
  await expect(reader.readTips('1')).rejects.toMatchObject({ message: expect.stringContaining('4 MiB') })
})

it('with ever another page of the files of a pull request are given up, and its files count as unknown', async () => {
  const pageInfo = { hasNextPage: true, endCursor: 'x' }
  const files = { pageInfo, nodes: [{ path: 'a' }] }
  const at = '2026-03-02T10:00:00Z'
  const pullRequest = {
    ...{ id: 'PR_1', number: 1, title: 'x', url: 'https://github.example/1', state: 'OPEN', baseRefName: 'main' },
    ...{ headRefOid: 'a'.repeat(40), createdAt: at, updatedAt: at, closedAt: null, mergedAt: null, author: null },
    ...{ additions: 1, deletions: 1, changedFiles: 2, mergeCommit: null, commits: { nodes: [] }, reviews: null, files },
  }
  const graphql: string[] = []
  const server = await startAnsweringServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    if (request.url !== '/api/graphql') return response.end(JSON.stringify(repository))
    graphql.push(request.url)
    response.end(JSON.stringify({ data: { node: graphql.length === 1 ? { pullRequest } : { files } } }))
  })
  const read = githubReader({ baseUrl: server.origin, token: 'x' }, { secondMs: 1 }).readPullRequest('1', 1)
  expect(await read.finally(server.stop)).toMatchObject({ number: 1, paths: 'incomplete' })
  expect(graphql).toHaveLength(31)
})

it.each([
  { additions: -1 },
  { deletions: -1 },
  { additions: 2 ** 31 },
  { changedFiles: -1 },
  { number: 2 ** 31 },
  { createdAt: '0000-01-01T00:00:00Z' },
  { updatedAt: '9999-12-31T23:59:59-12:00' },
])('with a size, number or time of a pull request that cannot be are refused: %o', async (size) => {
  const at = '2026-03-02T10:00:00Z'
  const pullRequest = {
    ...{ id: 'PR_1', number: 1, title: 'x', url: 'https://github.example/1', state: 'OPEN', baseRefName: 'main' },
    ...{ headRefOid: 'a'.repeat(40), createdAt: at, updatedAt: at, closedAt: null, mergedAt: null, author: null },
    ...{ additions: 1, deletions: 1, changedFiles: 0, mergeCommit: null, commits: { nodes: [] }, reviews: null },
    ...{ files: null, ...size },
  }
  const server = await startAnsweringServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    const isGraphql = request.url === '/api/graphql'
    response.end(JSON.stringify(isGraphql ? { data: { node: { pullRequest } } } : repository))
  })
  const options = { secondMs: 1, retry: false }
  const read = githubReader({ baseUrl: server.origin, token: 'x' }, options).readPullRequest('1', 1)
  await expect(read.finally(server.stop)).rejects.toMatchObject({ kind: 'later' })
})

it('with more than was requested in a page are refused', async () => {
  const at = '2026-03-02T10:00:00Z'
  const commit = (id: number) => ({
    ...{ oid: id.toString(16).padStart(40, '0'), authoredDate: at, committedDate: at, author: null },
    ...{ parents: { totalCount: 0, nodes: [] }, associatedPullRequests: null },
  })
  let length = 101
  const nodes = () => Array.from({ length }, (_, index) => commit(index))
  const server = await startAnsweringServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    if (request.url !== '/api/graphql') return response.end(JSON.stringify(repository))
    const history = { totalCount: 1_000, pageInfo: { hasNextPage: false, endCursor: null }, nodes: nodes() }
    response.end(JSON.stringify({ data: { node: { databaseId: 1, object: { history } } } }))
  })
  const options = { secondMs: 1, retry: false }
  const graphqlReader = githubReader({ baseUrl: server.origin, token: 'x' }, options)
  const readCommits = () => graphqlReader.readCommits('1', 'a'.repeat(40), null)
  answerRefs = () => ({ body: Array.from({ length }, () => ref) })
  const client = githubClient({ baseUrl: github.origin, token: 'x' }, background)
  const readBranches = () => readPages(client, '/repos/acme/api/branches')
  try {
    for (const read of [readCommits, readBranches]) await expect(read()).rejects.toMatchObject({ kind: 'later' })
    length = 100
    expect((await readCommits()).items).toHaveLength(100)
    expect(await readBranches()).toHaveLength(100)
  } finally {
    await server.stop()
  }
})
