import type { Queryable } from '@/lib/db/transaction'
import type { First } from './store-firsts'

type Repository = { organizationId: number; repositoryId: number }

/**
 * When the deployed commit was made, and the branch it is compared on; where it is not known, when its pull request was
 * merged.
 */
const findInstant = `
  SELECT coalesce(c.committed_at, p.merged_at, $4) AS at,
    CASE WHEN c.sha IS NULL AND p.id IS NOT NULL THEN p.base_branch ELSE r.default_branch END AS branch
  FROM repositories r
  LEFT JOIN commits c ON c.organization_id = $1 AND c.sha = $3 AND c.repository_id = r.id
  LEFT JOIN LATERAL (
    SELECT id, merged_at, base_branch FROM pull_requests
    WHERE organization_id = $1 AND repository_id + 0 = $2 AND merged_at IS NOT NULL
      AND (merge_commit_sha = $3 OR head_commit_sha = $3)
    ORDER BY merge_commit_sha = $3 DESC NULLS LAST, merged_at DESC LIMIT 1
  ) p ON true
  WHERE r.organization_id = $1 AND r.id = $2`

/** Some thousands in a row: an array is parsed in one go, whatever else there is to do. */
const findMerged = `
  SELECT array_agg(id) AS ids FROM (
    SELECT p.id, row_number() OVER () / 10000 AS piece FROM pull_requests p
    WHERE p.organization_id = $1 AND p.repository_id = $2 AND p.base_branch = $3 AND p.merged_at <= $4
      AND NOT ($5 AND EXISTS (
        SELECT FROM commits c WHERE c.organization_id = $1 AND c.sha = p.merge_commit_sha AND c.repository_id = $2))
  ) AS merged GROUP BY piece`

/**
 * Pull requests that a first deployment contained by date, where ancestry is unknown: merged into the default branch
 * until its commit was made or, where that is not known, into the branch of its pull request until that was merged.
 * Where all ancestors of its commit are known, only those whose merge commit is not.
 */
export async function findByDate(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  { resolvedSha, startedAt }: First,
  ancestryKnown: boolean,
): Promise<number[]> {
  const { rows } = await client.query<{ at: Date; branch: string | null }>(findInstant, [
    organizationId,
    repositoryId,
    // Nothing has an empty SHA: what is compared with NULL is no filter to a cluster, nor what stands beside it.
    resolvedSha ?? '',
    startedAt,
  ])
  const [instant] = rows
  if (!instant?.branch) return []
  const { rows: merged } = await client.query<{ ids: number[] }>(findMerged, [
    organizationId,
    repositoryId,
    instant.branch,
    instant.at,
    ancestryKnown,
  ])
  return merged.flatMap(({ ids }) => ids)
}
