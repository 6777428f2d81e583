import type { Queryable } from '@/lib/db/transaction'
import { keepsSql } from '@/lib/deployments/delivers'

/**
 * Marks a deployment that this transaction changed and linked without finding its commit: a process that stored the
 * commit meanwhile could not see the change. The deployment is linked once more after the transaction.
 */
export async function markUnfound(client: Queryable, id: number): Promise<void> {
  await client.query({
    name: 'mark-unfound',
    text: `INSERT INTO pending_links (deployment_id, organization_id)
      SELECT d.id, d.organization_id FROM deployments d WHERE d.id = $1 AND d.resolved_sha IS NULL AND ${keepsSql}`,
    values: [id],
  })
}
