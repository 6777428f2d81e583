import type { CommitNode } from '@/lib/deployments/commits/frontier'
import { commitRange } from '@/lib/deployments/commits/graph'
import { walkInMemory } from '@/lib/deployments/commits/walk-in-memory'
import type { PullRequestReference } from './parse-message'

/** A commit of the default branch, with the pull request that its message names. Times are seconds since 1970. */
export type HistoryCommit = CommitNode & {
  authorName: string
  authoredSeconds: number
  committedSeconds: number
  reference: PullRequestReference | null
}

export type MergedPullRequest = PullRequestReference & {
  author: string | null
  mergedSeconds: number
  mergeCommitSha: string
  headCommitSha: string | null
  firstCommitSha: string | null
  firstCommitSeconds: number | null
}

/**
 * The pull requests that a history merged. `history` is in the order of `git log --reverse --topo-order`: the first
 * commit that names a number merged it, later ones are cherry-picks and merges back.
 */
export function collectPullRequests(history: ReadonlyMap<string, HistoryCommit>): MergedPullRequest[] {
  const merged = new Map<number, MergedPullRequest>()
  for (const commit of history.values()) {
    const { reference } = commit
    if (reference && !merged.has(reference.number)) merged.set(reference.number, toMerged(history, commit, reference))
  }
  return [...merged.values()]
}

function toMerged(
  history: ReadonlyMap<string, HistoryCommit>,
  commit: HistoryCommit,
  reference: PullRequestReference,
): MergedPullRequest {
  const [base, branchHead, ...others] = commit.parents
  const isMerge = branchHead !== undefined
  const head = isMerge ? history.get(branchHead) : undefined
  const first = isMerge && base !== undefined ? findFirstCommit(history, branchHead, base) : commit
  return {
    ...reference,
    author: (isMerge ? head : commit)?.authorName || null,
    mergedSeconds: commit.committedSeconds,
    mergeCommitSha: commit.sha,
    headCommitSha: isMerge && others.length === 0 ? branchHead : null,
    firstCommitSha: first?.sha ?? null,
    firstCommitSeconds: first?.authoredSeconds ?? null,
  }
}

/** The earliest commit that a branch brought; unknown where a shallow clone was cut within it. */
function findFirstCommit(
  history: ReadonlyMap<string, HistoryCommit>,
  branchHead: string,
  base: string,
): HistoryCommit | undefined {
  const range = walkInMemory(commitRange(branchHead, base, history.size), (sha) => history.get(sha))
  if (!range.complete) return undefined
  let first: HistoryCommit | undefined
  for (const { sha } of range.commits) {
    const commit = history.get(sha)
    if (commit && (!first || commit.authoredSeconds <= first.authoredSeconds)) first = commit
  }
  return first
}
