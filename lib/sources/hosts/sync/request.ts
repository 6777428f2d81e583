import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'
import { repositoryGone } from '@/lib/deployments/first-deployments/repository-gone'
import { wakeSyncWorker } from './wake'

const queue = `
  INSERT INTO repository_syncs AS sync (organization_id, repository_id)
  SELECT organization_id, id FROM repositories WHERE organization_id = $1 AND id = $2 FOR KEY SHARE
  ON CONFLICT (organization_id, repository_id) DO UPDATE SET
    requested_at = EXCLUDED.requested_at,
    again = sync.state = 'running',
    state = CASE WHEN sync.state = 'running' THEN sync.state ELSE 'queued' END,
    attempts = CASE WHEN sync.state = 'failed' THEN 0 ELSE sync.attempts END,
    not_before = CASE WHEN sync.state IN ('done', 'failed') THEN EXCLUDED.not_before ELSE sync.not_before END`

/**
 * Asks for a repository to be brought up to date from its host: soon, or again when that is under way. A pause that
 * the host requested is kept. AppError `not_found`.
 */
export async function requestSync(organizationId: number, repositoryId: number): Promise<void> {
  await queueSync(db().people, organizationId, repositoryId)
  wakeSyncWorker()
}

/** The same on a connection whose transaction says when it holds: wake the worker after that. AppError `not_found`. */
export async function queueSync(client: Queryable, organizationId: number, repositoryId: number): Promise<void> {
  const { rowCount } = await client.query(queue, [organizationId, repositoryId])
  if (rowCount !== 1) throw repositoryGone()
}
