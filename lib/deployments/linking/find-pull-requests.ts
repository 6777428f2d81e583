import type { Queryable } from '@/lib/db/transaction'
import type { CandidatePullRequest } from '@/lib/deployments/linking/rules'

export type RepositoryScope = { organizationId: number; repositoryId: number }

const columns = `
  id, base_branch AS "baseBranch", merged_at AS "mergedAt", merge_commit_sha AS "mergeCommitSha",
  head_commit_sha AS "headCommitSha", first_commit_sha AS "firstCommitSha"`

/**
 * Pull requests that have the commit as merge commit or as head, `limit` at most: merged ones first, of those the ones
 * that it merged, each by number.
 */
export async function findByCommit(
  client: Queryable,
  scope: RepositoryScope,
  sha: string,
  limit: number,
): Promise<CandidatePullRequest[]> {
  const { rows } = await client.query<CandidatePullRequest>({
    name: 'find-pull-requests-of-commit',
    text: `SELECT ${columns} FROM pull_requests
      WHERE organization_id = $1 AND repository_id + 0 = $2 AND (merge_commit_sha = $3 OR head_commit_sha = $3)
      ORDER BY merged_at IS NULL, merge_commit_sha IS DISTINCT FROM $3, number LIMIT $4`,
    values: [scope.organizationId, scope.repositoryId, sha, limit],
  })
  return rows
}

/** A commit of a repository. */
export type CommitPlace = { repositoryId: number; sha: string }

/**
 * Pull requests that one of the commits of an organization merged, `limit` at most: of every commit the first one by
 * number, then the second ones, and so on. Each is looked up by its commit, whatever the planner knows.
 */
export async function findByMergeCommits(
  client: Queryable,
  organizationId: number,
  commits: readonly CommitPlace[],
  limit: number,
): Promise<(CandidatePullRequest & { repositoryId: number })[]> {
  const { rows } = await client.query<CandidatePullRequest & { repositoryId: number }>({
    name: 'find-pull-requests-of-merge-commits',
    text: `SELECT repository_id AS "repositoryId", ${columns}
      FROM unnest($2::int[], $3::text[]) AS merging (place, sha) CROSS JOIN LATERAL (
        SELECT * FROM pull_requests WHERE organization_id = $1 AND merge_commit_sha = merging.sha OFFSET 0
      ) p WHERE repository_id = place AND merged_at IS NOT NULL
      ORDER BY row_number() OVER (PARTITION BY repository_id, merge_commit_sha ORDER BY number), number LIMIT $4`,
    values: [organizationId, commits.map(({ repositoryId }) => repositoryId), commits.map(({ sha }) => sha), limit],
  })
  return rows
}

/**
 * Pull requests merged after those of the previous commit and up to those of the current one, into the same branch.
 * Null without a window: when either commit belongs to no merged pull request, or more than `limit` lie in it.
 */
export async function findInTimeWindow(
  client: Queryable,
  scope: RepositoryScope,
  current: readonly CandidatePullRequest[],
  previous: readonly CandidatePullRequest[],
  limit: number,
): Promise<CandidatePullRequest[] | null> {
  const last = latestMerged(current)
  const before = latestMerged(previous)
  if (!last || !before) return null
  const { rows } = await client.query<CandidatePullRequest>({
    name: 'find-pull-requests-in-window',
    text: `SELECT ${columns} FROM pull_requests
      WHERE organization_id = $1 AND repository_id = $2 AND base_branch = $3 AND merged_at <= $5
        AND (merged_at > $4 OR id = $6) AND id <> $7
      LIMIT $8`,
    values: [
      scope.organizationId,
      scope.repositoryId,
      last.baseBranch,
      before.mergedAt,
      last.mergedAt,
      last.id,
      before.id,
      limit + 1,
    ],
  })
  return rows.length > limit ? null : rows
}

function latestMerged(candidates: readonly CandidatePullRequest[]): CandidatePullRequest | undefined {
  return candidates
    .filter((candidate) => candidate.mergedAt !== null)
    .sort((a, b) => Number(b.mergedAt) - Number(a.mergedAt))[0]
}
