import type { Queryable } from '@/lib/db/transaction'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'

/** A commit that became known, or whose pull request changed: then `merges` is true. */
export type LinkChange = { sha: string; merges: boolean }

/**
 * Keeps in mind for which commits of a repository deployments may have to be linked again; `relinkRepository` does it.
 * Belongs in the transaction that stores the commits or pull requests, so that neither is there without the other. A
 * note that is there is written again: a transaction that is about to delete it would not see this change yet.
 */
export async function noteLinkChanges(
  client: Queryable,
  { organizationId, repositoryId }: RepositoryKey,
  changes: readonly LinkChange[],
): Promise<void> {
  if (changes.length === 0) return
  await client.query({
    name: 'note-link-changes',
    text: `INSERT INTO link_changes AS noted (organization_id, repository_id, sha, merges)
      SELECT DISTINCT $1::int, $2::int, change.* FROM unnest($3::text[], $4::boolean[]) AS change (sha, merges)
      ORDER BY sha, merges
      ON CONFLICT (organization_id, repository_id, sha, merges) DO UPDATE SET merges = noted.merges`,
    values: [organizationId, repositoryId, changes.map(({ sha }) => sha), changes.map(({ merges }) => merges)],
  })
}
