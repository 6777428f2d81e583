import { z } from 'zod'
import { countField, numberField, textField } from '../host-fields'
import { type HostCommit, HostError, type HostPage } from '../model'
import type { Github } from './github'
import { commitDate, nextOf, pageInfo, sha } from './schemas'
import { orSmallerPage } from './smaller-pages'

const pageSizes = [100, 20] as const

const readHistory = `
  query ($id: ID!, $oid: GitObjectID!, $first: Int!, $after: String) {
    node(id: $id) {
      ... on Repository {
        databaseId
        object(oid: $oid) {
          ... on Commit {
            history(first: $first, after: $after) {
              totalCount pageInfo { hasNextPage endCursor }
              nodes {
                oid authoredDate committedDate
                author { name }
                parents(first: 100) { totalCount nodes { oid } }
                associatedPullRequests(first: 1) { nodes { number merged baseRepository { databaseId } } }
              }
            }
          }
        }
      }
    }
  }`

const commit = z
  .object({
    oid: sha,
    authoredDate: commitDate,
    committedDate: commitDate,
    author: z.object({ name: textField.nullable() }).nullable(),
    parents: z.object({ totalCount: z.int(), nodes: z.array(z.object({ oid: sha })).max(100) }),
    associatedPullRequests: z
      .object({
        nodes: z
          .array(
            z.object({
              number: numberField,
              merged: z.boolean(),
              baseRepository: z.object({ databaseId: z.int() }).nullable(),
            }),
          )
          .max(1),
      })
      .nullable(),
  })
  .refine(({ parents }) => parents.nodes.length === parents.totalCount, 'some parents are missing')

const answer = z.object({
  node: z.object({
    databaseId: z.int(),
    object: z
      .object({
        history: z.object({ totalCount: countField, pageInfo, nodes: z.array(commit).max(pageSizes[0]) }).optional(),
      })
      .nullable(),
  }),
})

/** A page of the commits that are reachable from one, newest first. `gone` when it is no commit of the repository. */
export async function readCommits(
  github: Github,
  hostId: string,
  tip: string,
  from: string | null,
): Promise<HostPage<HostCommit>> {
  const id = await github.nodeId(hostId)
  const { node } = await orSmallerPage(pageSizes, (first) =>
    github.graphql(answer, readHistory, { id, oid: tip, first, after: from }),
  )
  const history = node.object?.history
  if (!history) throw new HostError(`GitHub has no commit ${tip.slice(0, 12)} any more.`, 'gone')
  const items = history.nodes.map((read) => toCommit(read, node.databaseId))
  return { items, next: nextOf(history.pageInfo), total: history.totalCount }
}

/** In a fork, GitHub names pull requests of the repository that it came from. */
function toCommit(read: z.output<typeof commit>, repositoryId: number): HostCommit {
  const [brought] = read.associatedPullRequests?.nodes ?? []
  const isOwn = brought?.merged && brought.baseRepository?.databaseId === repositoryId
  return {
    sha: read.oid,
    parents: read.parents.nodes.map(({ oid }) => oid),
    authorName: read.author?.name ?? '',
    authoredAt: read.authoredDate,
    committedAt: read.committedDate,
    pullRequestNumber: isOwn ? brought.number : null,
  }
}
