import { recordAuditOfHost } from '@/lib/accounts/audit/record-of-host'
import type { Queryable } from '@/lib/db/transaction'
import type { Receiver } from './find-receiver'
import { hostNames } from './host-names'

// In the order of their ids: two deliveries that name the same ones would wait for each other for ever.
const stop = `
  WITH held AS MATERIALIZED (
    SELECT id FROM repositories
    WHERE organization_id = $1 AND id = ANY ($2::int[]) AND monitored ORDER BY id FOR NO KEY UPDATE)
  UPDATE repositories SET monitored = false FROM held
  WHERE repositories.organization_id = $1 AND repositories.id = held.id
  RETURNING repositories.id, full_name AS "fullName"`

/**
 * Ends following repositories that their host says are gone, however many, with a line in the audit log for each that was
 * followed.
 */
export async function stopFollowing(
  client: Queryable,
  { organizationId, host }: Receiver,
  repositoryIds: readonly number[],
): Promise<void> {
  if (repositoryIds.length === 0) return
  const { rows } = await client.query<{ id: number; fullName: string }>(stop, [organizationId, repositoryIds])
  const actor = { organizationId, userId: null, host: hostNames[host] }
  const details = { reason: 'it was deleted, or access to it was withdrawn' }
  const lines = rows.map(({ id, fullName }) => ({
    action: 'repository.monitoring-stopped',
    subject: fullName,
    subjectId: id,
    details,
  }))
  await recordAuditOfHost(client, actor, lines)
}
