import { db } from '@/lib/db/db'
import type { MergedPullRequest } from './collect-pull-requests'
import type { RepositoryKey } from './store-commits'

// What a batch changes is delivered again when it commits, while the lock of the repository is held.
const batchSize = 500

/** Stores pull requests by number and returns how many were new or changed; what is stored alike is not touched. */
export async function storePullRequests(
  repository: RepositoryKey,
  baseBranch: string,
  pullRequests: readonly MergedPullRequest[],
): Promise<number> {
  let changed = 0
  for (let start = 0; start < pullRequests.length; start += batchSize) {
    changed += await storeBatch(repository, baseBranch, pullRequests.slice(start, start + batchSize))
  }
  return changed
}

/**
 * Comparing before the insert, not in its conflict clause, saves an id for every row that stays as it is. What a host
 * told of a pull request is better than what its commits show.
 */
async function storeBatch(
  { organizationId, repositoryId }: RepositoryKey,
  baseBranch: string,
  batch: readonly MergedPullRequest[],
): Promise<number> {
  const [stored] = await db().prisma.$queryRaw<{ count: number }[]>`
    WITH news AS MATERIALIZED (
      SELECT merged.*, stored.merge_commit_sha AS old_merge_sha, stored.head_commit_sha AS old_head_sha
      FROM (
        SELECT number, title, author, to_timestamp(merged) AS merged_at, merge_commit_sha, head_commit_sha,
          first_commit_sha, to_timestamp(first_commit) AS first_commit_at
        FROM unnest(
          ${batch.map(({ number }) => number)}::int[],
          ${batch.map(({ title }) => title)}::text[],
          ${batch.map(({ author }) => author)}::text[],
          ${batch.map(({ mergedSeconds }) => mergedSeconds)}::float8[],
          ${batch.map(({ mergeCommitSha }) => mergeCommitSha)}::text[],
          ${batch.map(({ headCommitSha }) => headCommitSha)}::text[],
          ${batch.map(({ firstCommitSha }) => firstCommitSha)}::text[],
          ${batch.map(({ firstCommitSeconds }) => firstCommitSeconds)}::float8[]
        ) AS read(number, title, author, merged, merge_commit_sha, head_commit_sha, first_commit_sha, first_commit)
      ) AS merged
      LEFT JOIN pull_requests AS stored ON stored.organization_id = ${organizationId}
        AND stored.repository_id = ${repositoryId} AND stored.number = merged.number
      WHERE stored.host_updated_at IS NULL
        AND (stored.base_branch, stored.number, stored.title, stored.author, stored.merged_at, stored.merge_commit_sha,
          stored.head_commit_sha, stored.first_commit_sha, stored.first_commit_at)
        IS DISTINCT FROM (${baseBranch}, merged.*)
    ), noted AS (
      INSERT INTO link_changes AS noted (organization_id, repository_id, sha, merges)
      SELECT DISTINCT ${organizationId}::int, ${repositoryId}::int, sha, merges
      FROM news CROSS JOIN LATERAL (
        VALUES (merge_commit_sha, true), (old_merge_sha, true), (head_commit_sha, false), (old_head_sha, false)
      ) AS change(sha, merges)
      WHERE sha IS NOT NULL ORDER BY sha, merges
      ON CONFLICT (organization_id, repository_id, sha, merges) DO UPDATE SET merges = noted.merges
    ), changed AS (
      INSERT INTO pull_requests
        (organization_id, repository_id, base_branch, number, title, author, merged_at, merge_commit_sha,
         head_commit_sha, first_commit_sha, first_commit_at)
      SELECT ${organizationId}, ${repositoryId}, ${baseBranch}, number, title, author, merged_at, merge_commit_sha,
        head_commit_sha, first_commit_sha, first_commit_at
      FROM news ORDER BY number
      ON CONFLICT (organization_id, repository_id, number) DO UPDATE SET
        base_branch = EXCLUDED.base_branch, title = EXCLUDED.title, author = EXCLUDED.author,
        merged_at = EXCLUDED.merged_at, merge_commit_sha = EXCLUDED.merge_commit_sha,
        head_commit_sha = EXCLUDED.head_commit_sha, first_commit_sha = EXCLUDED.first_commit_sha,
        first_commit_at = EXCLUDED.first_commit_at
      RETURNING id
    )
    SELECT count(*)::int AS count FROM changed`
  return stored?.count ?? 0
}
