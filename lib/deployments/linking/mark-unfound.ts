import type { Queryable } from '@/lib/db/transaction'

/**
 * Marks a deployment that this transaction changed and linked without finding its commit: a process that stored the
 * commit, or a deployment that names it, meanwhile could not see the change. The deployment is linked again after
 * the transaction.
 */
export async function markUnfound(client: Queryable, organizationId: number, id: number): Promise<void> {
  await client.query({
    name: 'mark-unfound',
    text: `INSERT INTO pending_links (deployment_id, organization_id, restated)
      SELECT id, organization_id, true FROM deployments WHERE organization_id = $1 AND id = $2`,
    values: [organizationId, id],
  })
}
