import { z } from 'zod'
import { knownPaths, maxFiles } from '@/lib/deployments/linking/known-paths'
import { countField, lineField } from '../host-fields'
import type { HostPage, HostPullRequest } from '../model'
import type { Github } from './github'
import { files, pullRequest, pullRequestFields, type ReadPullRequest } from './pull-request-schema'
import { date, nextOf, pageInfo } from './schemas'
import { orSmallerPage } from './smaller-pages'

const pageSizes = [50, 10, 2] as const

const readPage = `
  query ($id: ID!, $first: Int!, $after: String) {
    node(id: $id) {
      ... on Repository {
        pullRequests(first: $first, after: $after, orderBy: { field: UPDATED_AT, direction: ASC }) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...fields }
        }
      }
    }
  }
  ${pullRequestFields}`

const page = z.object({
  node: z.object({
    pullRequests: z.object({ totalCount: countField, pageInfo, nodes: z.array(pullRequest).max(pageSizes[0]) }),
  }),
})

const readLatest = `
  query ($id: ID!, $last: Int!, $before: String) {
    node(id: $id) {
      ... on Repository {
        pullRequests(last: $last, before: $before, orderBy: { field: UPDATED_AT, direction: ASC }) {
          pageInfo { hasPreviousPage startCursor } edges { cursor node { updatedAt } }
        }
      }
    }
  }`

const latest = z.object({
  node: z.object({
    pullRequests: z.object({
      pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: lineField.nullable() }),
      edges: z.array(z.object({ cursor: lineField, node: z.object({ updatedAt: date }) })).max(100),
    }),
  }),
})

/** How far back a start is looked for, in pages of a hundred. */
const maxPagesBack = 1_000

const readOne = `
  query ($id: ID!, $number: Int!) {
    node(id: $id) { ... on Repository { pullRequest(number: $number) { ...fields } } }
  }
  ${pullRequestFields}`

const one = z.object({ node: z.object({ pullRequest }) })

const readFiles = `
  query ($id: ID!, $first: Int!, $after: String) {
    node(id: $id) {
      ... on PullRequest { files(first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { path } } }
    }
  }`

const moreFiles = z.object({ node: z.object({ files }) })

/** A page of pull requests, the earliest change first. Only the first page after `since` has no total. */
export async function readPullRequests(
  github: Github,
  hostId: string,
  since: Date | null,
  from: string | null,
): Promise<HostPage<HostPullRequest>> {
  const id = await github.nodeId(hostId)
  const start = from === null && since !== null ? await findStart(github, id, since) : { after: from, total: null }
  const { node } = await orSmallerPage(pageSizes, (first) =>
    github.graphql(page, readPage, { id, first, after: start.after }),
  )
  const read = node.pullRequests
  const items: HostPullRequest[] = []
  for (const item of read.nodes) items.push(await withAllFiles(github, item))
  const total = since === null ? read.totalCount : start.total
  return { items, next: nextOf(read.pageInfo), total }
}

export async function readPullRequest(github: Github, hostId: string, number: number): Promise<HostPullRequest> {
  const id = await github.nodeId(hostId)
  const { node } = await github.graphql(one, readOne, { id, number })
  return withAllFiles(github, node.pullRequest)
}

/**
 * The position before the first pull request that changed since a time, and how many come after it: the start when that
 * is too far back.
 */
async function findStart(github: Github, id: string, since: Date): Promise<{ after: string | null; total: number }> {
  let total = 0
  let before: string | null = null
  for (let pages = 0; pages < maxPagesBack; pages += 1) {
    const { edges, pageInfo } = await readEarlier(github, id, before)
    const earlier = edges.findLastIndex((edge) => edge.node.updatedAt < since)
    total += edges.length - earlier - 1
    if (earlier >= 0) return { after: edges[earlier]?.cursor ?? null, total }
    if (!pageInfo.hasPreviousPage || pageInfo.startCursor === null) return { after: null, total }
    before = pageInfo.startCursor
  }
  return { after: null, total }
}

async function readEarlier(github: Github, id: string, before: string | null) {
  return (await github.graphql(latest, readLatest, { id, last: 100, before })).node.pullRequests
}

/** Paths that are not all there say nothing of the files. */
async function withAllFiles(github: Github, read: ReadPullRequest): Promise<HostPullRequest> {
  if (read.firstPaths === null) return read.pullRequest
  const paths = new Set(read.firstPaths)
  let after = read.moreFiles
  for (let pages = 0; after !== null && knownPaths([...paths]) !== null && pages < maxFiles / 100; pages += 1) {
    const { node } = await github.graphql(moreFiles, readFiles, { id: read.nodeId, first: 100, after })
    for (const path of node.files.paths) paths.add(path)
    after = nextOf(node.files.pageInfo)
  }
  const complete = paths.size >= read.changedFiles && knownPaths([...paths]) !== null
  return { ...read.pullRequest, paths: complete ? [...paths] : 'incomplete' }
}
