import type { Queryable } from '@/lib/db/transaction'
import { type StoredDeployment, storedColumns } from '@/lib/deployments/stored-deployment'

/** Marks a deployment as void, or as not void for null. Needs a transaction that holds its row, and links it after. */
export async function markVoided(
  client: Queryable,
  organizationId: number,
  id: number,
  mark: { reason: string; userId: number | null } | null,
): Promise<StoredDeployment> {
  const { rows } = await client.query<StoredDeployment>(
    `UPDATE deployments SET voided_at = ${mark ? 'now()' : 'NULL'}, voided_reason = $3,
       voided_by_id = $4, updated_at = now()
     WHERE organization_id = $1 AND id = $2
     RETURNING ${storedColumns}, false AS created`,
    [organizationId, id, mark?.reason ?? null, mark?.userId ?? null],
  )
  const [marked] = rows
  if (!marked) throw new Error('a deployment disappeared while it was corrected')
  return marked
}
