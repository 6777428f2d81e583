import { repositoryGone } from '@/lib/repositories/repository-gone'
import type { Queryable } from '@/lib/transaction'

export type RepositoryKey = { organizationId: number; repositoryId: number }

/** AppError `not_found` for a repository that is not there or belongs to somebody else. */
export async function checkRepository(
  client: Queryable,
  { organizationId, repositoryId }: RepositoryKey,
): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM repositories WHERE id = $1 AND organization_id = $2', [
    repositoryId,
    organizationId,
  ])
  if (rowCount !== 1) throw repositoryGone()
}
