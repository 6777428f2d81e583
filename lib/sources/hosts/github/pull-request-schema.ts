import { z } from 'zod'
import { addressField, countField, nameField, numberField, pathField, textField } from '../host-fields'
import type { HostPullRequest } from '../model'
import { commitDate, date, pageInfo, sha } from './schemas'

/** The fields that `pullRequest` reads; in GraphQL. */
export const pullRequestFields = `
  fragment fields on PullRequest {
    id number title url state baseRefName headRefOid createdAt updatedAt closedAt mergedAt additions deletions
    changedFiles
    author { login }
    mergeCommit { oid }
    commits(first: 1) { nodes { commit { oid authoredDate } } }
    reviews(first: 40) { nodes { submittedAt author { login } } }
    files(first: 100) { pageInfo { hasNextPage endCursor } nodes { path } }
  }`

const login = z.object({ login: textField }).nullable()

export const files = z
  .object({ pageInfo, nodes: z.array(z.object({ path: pathField })).max(100) })
  .transform(({ pageInfo, nodes }) => ({ pageInfo, paths: nodes.map(({ path }) => path) }))

const fields = z.object({
  id: nameField,
  number: numberField,
  title: textField,
  url: addressField,
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  baseRefName: nameField,
  headRefOid: sha,
  createdAt: date,
  updatedAt: date,
  closedAt: date.nullable(),
  mergedAt: date.nullable(),
  additions: countField,
  deletions: countField,
  changedFiles: countField,
  author: login,
  mergeCommit: z.object({ oid: sha }).nullable(),
  commits: z.object({ nodes: z.array(z.object({ commit: z.object({ oid: sha, authoredDate: commitDate }) })).max(1) }),
  reviews: z.object({ nodes: z.array(z.object({ submittedAt: date.nullable(), author: login })).max(40) }).nullable(),
  files: files.nullable(),
})

/** A pull request, and how to read on when it has more files than came with it. */
export type ReadPullRequest = {
  pullRequest: HostPullRequest
  nodeId: string
  changedFiles: number
  /** Null when GitHub sends none. */
  firstPaths: string[] | null
  moreFiles: string | null
}

/** One pull request of GraphQL in the words of this product, without its files. */
export const pullRequest = fields.transform((node): ReadPullRequest => {
  const [first] = node.commits.nodes
  const { endCursor = null, hasNextPage = false } = node.files?.pageInfo ?? {}
  return {
    nodeId: node.id,
    changedFiles: node.changedFiles,
    firstPaths: node.files?.paths ?? null,
    moreFiles: hasNextPage ? endCursor : null,
    pullRequest: {
      number: node.number,
      title: node.title,
      author: node.author?.login ?? null,
      baseBranch: node.baseRefName,
      state: states[node.state],
      openedAt: node.createdAt,
      closedAt: node.closedAt,
      mergedAt: node.mergedAt,
      mergeCommitSha: node.state === 'MERGED' ? (node.mergeCommit?.oid ?? null) : null,
      headCommitSha: node.headRefOid,
      firstCommitSha: first?.commit.oid ?? null,
      firstCommitAt: first?.commit.authoredDate ?? null,
      firstReviewAt: findFirstReview(node),
      additions: node.additions,
      deletions: node.deletions,
      paths: null,
      webUrl: node.url,
      updatedAt: node.updatedAt,
    },
  }
})

const states = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const

function findFirstReview({ author, reviews }: z.output<typeof fields>): Date | null {
  const times = (reviews?.nodes ?? []).flatMap((review) => {
    const byAuthor = author !== null && review.author?.login === author.login
    return review.submittedAt && !byAuthor ? review.submittedAt.getTime() : []
  })
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
