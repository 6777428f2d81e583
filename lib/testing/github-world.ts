import type { TestRepository } from '@/lib/sources/git-import/test-repository'
import { findCommit, hasCommit, type LoggedCommit, logOf } from './github-commits'
import type { Answerable, Arguments } from './github-graphql'

/** A pull request as the stand-in of GitHub keeps it; times are ISO texts, commits SHAs. */
export type StandInPullRequest = {
  number: number
  title: string
  author: string | null
  base: string
  state: 'OPEN' | 'CLOSED' | 'MERGED'
  createdAt: string
  updatedAt: string
  closedAt: string | null
  mergedAt: string | null
  mergeCommit: string | null
  head: string
  firstCommit: string
  reviews: { author: string | null; submittedAt: string | null }[]
  additions: number
  deletions: number
  files: string[]
}

/** A repository at the stand-in of GitHub. Whatever is changed in it is in the next answer. */
export type StandInRepository = {
  id: number
  fullName: string
  defaultBranch: string
  git: TestRepository
  pullRequests: StandInPullRequest[]
}

/**
 * The pull requests that the messages of a branch name: `Change (#7)`. The first commit that names a number merged it.
 */
export function pullRequestsOf(git: TestRepository, branch = 'main'): StandInPullRequest[] {
  const found = new Map<number, StandInPullRequest>()
  for (const line of git.git('log', '--reverse', '--topo-order', '--format=%H %ct %P %s', branch).split('\n')) {
    const number = Number(/\(#(\d+)\)$/.exec(line)?.[1])
    const [sha = '', seconds, ...rest] = line.split(' ')
    if (!number || found.has(number)) continue
    const parents = rest.filter((word) => /^[0-9a-f]{40}$/.test(word))
    found.set(number, standInPullRequest(number, sha, parents[1] ?? sha, Number(seconds)))
  }
  return [...found.values()]
}

/** A pull request merged at a time, with some reviews and files. */
export function standInPullRequest(number: number, mergeCommit: string, head: string, seconds: number) {
  // Whatever the clock of its commits said, GitHub has a calendar.
  const time = (offsetSeconds: number) =>
    new Date(Math.max(seconds + offsetSeconds, 0) * 1000).toISOString().replace('.000', '')
  const pullRequest: StandInPullRequest = {
    number,
    title: `Change ${number}`,
    author: number % 5 === 0 ? null : `author-${number}`,
    base: 'main',
    state: 'MERGED',
    createdAt: time(-600),
    updatedAt: time(0),
    closedAt: time(0),
    mergedAt: time(0),
    mergeCommit,
    head,
    firstCommit: head,
    reviews: [
      { author: null, submittedAt: null },
      { author: `author-${number}`, submittedAt: time(-400) },
      { author: 'grace', submittedAt: time(-300) },
    ],
    additions: number * 3,
    deletions: number,
    files: Array.from({ length: number % 20 === 7 ? 230 : 2 }, (_, index) => `src/${number}/file-${index}.ts`),
  }
  return pullRequest
}

/** The repository as GraphQL sees it. */
export function repositoryObject(repository: StandInRepository): Answerable {
  const { git } = repository
  return {
    __typename: 'Repository',
    databaseId: repository.id,
    pullRequests: (paging: Arguments) => {
      const ordered = [...repository.pullRequests].sort(byUpdate)
      const latest = ordered.at(-1)
      if (latest) logOf(git, latest.mergeCommit ?? latest.head)
      return connection(
        ordered.map((item) => ({ ...pullRequestObject(repository, item), cursor: keyOf(item) })),
        paging,
      )
    },
    pullRequest: ({ number }: Arguments) => {
      const item = repository.pullRequests.find((candidate) => candidate.number === number)
      return item ? pullRequestObject(repository, item) : null
    },
    object: ({ oid }: Arguments) => {
      const known = hasCommit(git, String(oid))
      return known
        ? { __typename: 'Commit', history: (paging: Arguments) => history(repository, String(oid), paging) }
        : null
    },
  }
}

/** The object of GraphQL with a global id: a repository or a pull request. */
export function findNode(repositories: readonly StandInRepository[], id: unknown): Answerable | null {
  for (const repository of repositories) {
    if (id === `R_${repository.id}`) return repositoryObject(repository)
    const item = repository.pullRequests.find(({ number }) => id === `PR_${repository.id}_${number}`)
    if (item) return pullRequestObject(repository, item)
  }
  return null
}

function pullRequestObject(repository: StandInRepository, item: StandInPullRequest): Answerable {
  return {
    __typename: 'PullRequest',
    ...item,
    id: `PR_${repository.id}_${item.number}`,
    url: `https://github.example/${repository.fullName}/pull/${item.number}`,
    baseRefName: item.base,
    headRefOid: item.head,
    changedFiles: item.files.length,
    author: actor(item.author),
    mergeCommit: item.mergeCommit && { oid: item.mergeCommit },
    commits: () => ({
      nodes: [findCommit(repository.git, item.firstCommit)].flatMap((commit) =>
        commit ? { commit: commitObject(repository, commit) } : [],
      ),
    }),
    reviews: ({ first }: Arguments) => ({
      nodes: item.reviews.slice(0, Number(first)).map((review) => ({ ...review, author: actor(review.author) })),
    }),
    files: (paging: Arguments) =>
      connection(
        item.files.map((path, index) => ({ path, cursor: String(index).padStart(6, '0') })),
        paging,
      ),
  }
}

function actor(login: string | null) {
  return login === null ? null : { __typename: 'User', login }
}

function history(repository: StandInRepository, tip: string, { first, after }: Arguments) {
  const all = logOf(repository.git, tip)
  const start = after ? Number(String(after).split(' ')[1]) + 1 : 0
  const page = all.slice(start, start + Number(first))
  const end = start + page.length
  return {
    totalCount: all.length,
    pageInfo: { hasNextPage: end < all.length, endCursor: `${tip} ${end - 1}` },
    nodes: page.map((commit) => commitObject(repository, commit)),
  }
}

function commitObject(repository: StandInRepository, { sha, parents, ...commit }: LoggedCommit): Answerable {
  const brought = repository.pullRequests.filter(({ mergeCommit }) => mergeCommit === sha)
  return {
    oid: sha,
    authoredDate: commit.authoredDate,
    committedDate: commit.committedDate,
    author: { name: commit.authorName },
    parents: {
      totalCount: parents.length,
      nodes: parents.map((oid) => ({ oid })),
    },
    associatedPullRequests: {
      nodes: brought.map(({ number, state }) => ({
        number,
        merged: state === 'MERGED',
        baseRepository: { databaseId: repository.id },
      })),
    },
  }
}

/** Cursors are the place of an item in the order, as at GitHub: what moves away does not move them. */
function connection<Item extends { cursor: string }>(all: readonly Item[], paging: Arguments) {
  const { first, after, last, before } = paging
  const behind = all.filter(({ cursor }) => (!after || cursor > String(after)) && (!before || cursor < String(before)))
  const page = last ? behind.slice(-Number(last)) : behind.slice(0, Number(first))
  return {
    totalCount: all.length,
    pageInfo: {
      hasNextPage: (all.at(-1)?.cursor ?? '') > (page.at(-1)?.cursor ?? ''),
      hasPreviousPage: (all[0]?.cursor ?? '') < (page[0]?.cursor ?? ''),
      startCursor: page[0]?.cursor ?? null,
      endCursor: page.at(-1)?.cursor ?? null,
    },
    nodes: page,
    edges: page.map((node) => ({ cursor: node.cursor, node })),
  }
}

function keyOf({ updatedAt, number }: StandInPullRequest): string {
  return `${updatedAt} ${String(number).padStart(9, '0')}`
}

function byUpdate(a: StandInPullRequest, b: StandInPullRequest): number {
  return keyOf(a) < keyOf(b) ? -1 : 1
}
