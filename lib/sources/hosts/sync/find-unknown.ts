import type { Queryable } from '@/lib/db/transaction'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'

/** Those of some commits that are not stored. */
export async function findUnknown(
  client: Queryable,
  { organizationId, repositoryId }: RepositoryKey,
  shas: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ sha: string }>(
    'SELECT sha FROM commits WHERE organization_id = $1 AND repository_id = $2 AND sha = ANY ($3::text[])',
    [organizationId, repositoryId, shas],
  )
  const unknown = new Set(shas)
  for (const { sha } of rows) unknown.delete(sha)
  return unknown
}
