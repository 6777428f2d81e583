import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startAnsweringServer } from '@/lib/testing/answering-server'
import { gitlabReader } from './reader'

it('with ever another page of branches are given up', async () => {
  const server = await startAnsweringServer((request, response) => {
    response.setHeader('Link', `<http://${request.headers.host}${request.url}>; rel="next"`)
    response.end(JSON.stringify([{ name: 'main', commit: { id: 'a'.repeat(40) } }]))
  })
  const read = gitlabReader({ baseUrl: server.origin, token: 'x' }).readTips('1')
  await expect(read.finally(server.stop)).rejects.toMatchObject({
    kind: 'access',
    message: 'GitLab lists more branches than Leadline reads: at most 100,000, of 16 MiB in all. Delete old ones.',
  })
  expect(server.requests).toHaveLength(1_000)
})

it('that are too long with the details of many merge requests are requested in halves', async () => {
  const at = '2026-03-02T10:00:00Z'
  const mergeRequest = (iid: number) => ({
    ...{ iid, title: 'x', state: 'opened', target_branch: 'main', created_at: at, updated_at: at },
    ...{ web_url: `https://gitlab.example/acme/api/-/merge_requests/${iid}`, references: { full: `acme/api!${iid}` } },
  })
  const detail = (iid: string) => ({ iid, diffStats: [{ path: `file-${iid}`, additions: 1, deletions: 0 }] })
  const requested: string[][] = []
  const server = await startAnsweringServer(async (request, response) => {
    if (request.url !== '/api/graphql') return response.end(JSON.stringify([1, 2, 3].map(mergeRequest)))
    const { numbers }: { numbers: string[] } = JSON.parse(await text(request)).variables
    requested.push(numbers)
    if (numbers.includes('3')) return response.end(`[${'1,'.repeat(400_000)}1]`)
    response.end(JSON.stringify({ data: { project: { mergeRequests: { nodes: numbers.map(detail) } } } }))
  })
  const read = gitlabReader({ baseUrl: server.origin, token: 'x' }).readPullRequests('1', null, null)
  const { items } = await read.finally(server.stop)
  expect(items.map(({ paths }) => paths)).toEqual([['file-1'], ['file-2'], 'incomplete'])
  expect(requested).toEqual([['1', '2', '3'], ['1', '2'], ['3']])
})

async function readSized(diffStats: { additions: number; deletions: number }[]) {
  const at = '2026-03-02T10:00:00Z'
  const mergeRequest = {
    ...{ iid: 1, title: 'x', state: 'opened', target_branch: 'main', created_at: at, updated_at: at },
    ...{ web_url: 'https://gitlab.example/acme/api/-/merge_requests/1', references: { full: 'acme/api!1' } },
  }
  const nodes = [{ iid: '1', diffStats: diffStats.map((size, index) => ({ path: `file-${index}`, ...size })) }]
  const server = await startAnsweringServer((request, response) => {
    const isGraphql = request.url === '/api/graphql'
    response.end(JSON.stringify(isGraphql ? { data: { project: { mergeRequests: { nodes } } } } : [mergeRequest]))
  })
  const reader = gitlabReader({ baseUrl: server.origin, token: 'x' }, { retry: false })
  return (await reader.readPullRequests('1', null, null).finally(server.stop)).items
}

it.each([
  { additions: -1, deletions: 0 },
  { additions: 0, deletions: -1 },
  { additions: 2 ** 31, deletions: 0 },
])('with a size of a file that cannot be are refused: %o', async (size) => {
  await expect(readSized([{ additions: 1, deletions: 1 }, size])).rejects.toMatchObject({ kind: 'access' })
})

it.each([
  ['99999999999', null],
  ['-1', null],
  ['1.5', null],
  ['many', null],
  [String(2 ** 31 - 1), 2 ** 31 - 1],
])('that count %s in all count %s', async (count, total) => {
  const server = await startAnsweringServer((_, response) => response.writeHead(200, { 'X-Total': count }).end('[]'))
  const reader = gitlabReader({ baseUrl: server.origin, token: 'x' }, { retry: false })
  expect(await reader.readPullRequests('1', null, null).finally(server.stop)).toMatchObject({ total })
})

it('with more lines in all than can be stored count as the most that can be', async () => {
  const size = { additions: 2 ** 30, deletions: 1 }
  expect(await readSized([size, size])).toMatchObject([{ additions: 2 ** 31 - 1, deletions: 2 }])
})

it('with more than was requested in a page are refused', async () => {
  const commit = (id: number) => ({
    ...{ id: id.toString(16).padStart(40, '0'), parent_ids: [], author_name: 'ada' },
    ...{ authored_date: '2026-03-02T10:00:00Z', committed_date: '2026-03-02T10:00:00Z' },
  })
  const at = '2026-03-02T10:00:00Z'
  const mergeRequest = (iid: number) => ({
    ...{ iid, title: 'x', state: 'opened', target_branch: 'main', created_at: at, updated_at: at },
    ...{ web_url: `https://gitlab.example/acme/api/-/merge_requests/${iid}`, references: { full: `acme/api!${iid}` } },
  })
  const project = (id: number) => ({ id, path_with_namespace: `acme/${id}`, web_url: 'https://gitlab.example/acme' })
  const ref = (id: number) => ({ name: `branch-${id}`, commit: { id: 'a'.repeat(40) } })
  let length = 101
  const items = (of: (id: number) => unknown) => Array.from({ length }, (_, index) => of(index + 1))
  const server = await startAnsweringServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/api/graphql')
      return response.end(JSON.stringify({ data: { project: { mergeRequests: { nodes: [] } } } }))
    if (path.includes('/merge_requests')) return response.end(JSON.stringify(items(mergeRequest)))
    if (path.includes('/commits')) return response.end(JSON.stringify(items(commit)))
    response.end(JSON.stringify(items(path.includes('/repository/') ? ref : project)))
  })
  const reader = gitlabReader({ baseUrl: server.origin, token: 'x' }, { retry: false })
  const reads = [
    () => reader.readCommits('1', 'a'.repeat(40), null),
    () => reader.readTips('1'),
    () => reader.readPullRequests('1', null, null),
    () => reader.readRepositories(null),
  ]
  try {
    for (const read of reads) await expect(read()).rejects.toMatchObject({ kind: 'access' })
    length = 100
    for (const read of reads) await read()
  } finally {
    await server.stop()
  }
})

const at = '2026-03-02T10:00:00Z'
type Hostile = [string, unknown, (reader: ReturnType<typeof gitlabReader>) => Promise<unknown>]

const hostile: Hostile[] = [
  [
    'the name of a repository',
    [{ id: 1, path_with_namespace: 'x'.repeat(1_001), web_url: 'https://gitlab.example/acme' }],
    (reader) => reader.readRepositories(null),
  ],
  [
    'the name of a branch',
    [{ name: 'x'.repeat(1_001), commit: { id: 'a'.repeat(40) } }],
    (reader) => reader.readTips('1'),
  ],
  [
    'the number of a merge request',
    {
      ...{ iid: 2 ** 31, title: 'x', state: 'opened', target_branch: 'main', created_at: at, updated_at: at },
      ...{ web_url: 'https://gitlab.example/1', references: { full: 'acme/api!1' } },
    },
    (reader) => reader.readPullRequest('1', 1),
  ],
  ...['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00Z', '2026-02-30T10:00:00Z'].map(
    (time): Hostile => [
      `the time of a merge request: ${time}`,
      {
        ...{ iid: 1, title: 'x', state: 'opened', target_branch: 'main', created_at: at, updated_at: time },
        ...{ web_url: 'https://gitlab.example/1', references: { full: 'acme/api!1' } },
      },
      (reader) => reader.readPullRequest('1', 1),
    ],
  ),
  [
    'the parents of a commit',
    [{ id: 'a'.repeat(40), parent_ids: Array(101).fill('b'.repeat(40)), authored_date: at, committed_date: at }],
    (reader) => reader.readCommits('1', 'a'.repeat(40), null),
  ],
]

it.each(hostile)('whose text, list or number is longer than any host has is refused: %s', async (_, answer, read) => {
  const server = await startAnsweringServer((_, response) => response.end(JSON.stringify(answer)))
  const reading = read(gitlabReader({ baseUrl: server.origin, token: 'x' }, { retry: false }))
  await expect(reading.finally(server.stop)).rejects.toMatchObject({ kind: 'access' })
})

it.each([
  ['9999-12-31T23:59:59-12:00', Date.UTC(9999, 0, 1)],
  ['0000-01-01T00:00:00Z', 0],
  ['292277026596-12-04T15:30:07Z', 0],
])('with a commit of %s, which git allows, are read', async (date, time) => {
  const commit = { id: 'a'.repeat(40), parent_ids: [], authored_date: date, committed_date: date }
  const server = await startAnsweringServer((_, response) => response.end(JSON.stringify([commit])))
  const read = gitlabReader({ baseUrl: server.origin, token: 'x' }).readCommits('1', 'a'.repeat(40), null)
  const [item] = (await read.finally(server.stop)).items
  expect([item?.authoredAt.getTime(), item?.committedAt.getTime()]).toEqual([time, time])
})

it('with long names of branches are given up before they fill the memory', async () => {
  const server = await startAnsweringServer((request, response) => {
    response.setHeader('Link', `<http://${request.headers.host}${request.url}>; rel="next"`)
    const branch = { name: 'x'.repeat(1_000), commit: { id: 'a'.repeat(40) } }
    response.end(JSON.stringify(Array(100).fill(branch)))
  })
  const read = gitlabReader({ baseUrl: server.origin, token: 'x' }).readTips('1')
  await expect(read.finally(server.stop)).rejects.toMatchObject({ kind: 'access' })
  expect(server.requests.length).toBeLessThan(200)
})
