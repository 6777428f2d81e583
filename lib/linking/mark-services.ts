import type { Prisma } from '@/lib/generated/prisma/client'
import { linkable } from '@/lib/linking/spread-changes'
import { normal } from '@/lib/linking/stream'
import type { Queryable } from '@/lib/transaction'

const mark = `
  INSERT INTO pending_links (deployment_id, organization_id)
  SELECT d.id, $1::int FROM deployments d
  WHERE d.organization_id = $1 AND ${linkable}
    AND ${normal('d.service')} IN (SELECT ${normal('name')} FROM unnest($2::text[]) AS name)
  ORDER BY d.id ON CONFLICT DO NOTHING`

/**
 * Marks the deployments of services whose name means another repository, or other paths in it, than before, so that
 * `linkPending` links them again. Belongs in the transaction that changes the meaning. Names as events send them; case
 * and surrounding space do not matter.
 */
export async function markServices(
  client: Queryable | Pick<Prisma.TransactionClient, '$executeRawUnsafe'>,
  organizationId: number,
  services: readonly string[],
): Promise<void> {
  const values = [organizationId, services]
  if ('query' in client) await client.query(mark, values)
  else await client.$executeRawUnsafe(mark, ...values)
}
