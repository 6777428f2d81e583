import type { Queryable } from '@/lib/db/transaction'
import { repositoryGone } from '@/lib/deployments/first-deployments/repository-gone'

export type RepositoryKey = { organizationId: number; repositoryId: number }

const keep = 'SELECT FROM repositories WHERE organization_id = $1 AND id = $2 FOR KEY SHARE'

/**
 * Lets no one remove a repository until the transaction of `client` ends, and waits for a removal under way. Needed
 * before any of its rows are written: who removes it takes them in this order. AppError `not_found` for one that is not
 * there or belongs to someone else.
 */
export async function checkRepository(
  client: Queryable,
  { organizationId, repositoryId }: RepositoryKey,
): Promise<void> {
  const { rowCount } = await client.query(keep, [organizationId, repositoryId])
  if (rowCount !== 1) throw repositoryGone()
}
