import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import type { Prisma } from '@/lib/generated/prisma/client'

const limit = { max: 50, things: 'connections', remedy: 'Remove one first.' }

/** Refuses one more connection than an organization can have. Throws `conflict`. */
export function refuseMoreConnections(tx: Prisma.TransactionClient, organizationId: number): Promise<void> {
  return refuseBeyond(limit, () => tx.hostConnection.count({ where: { organizationId } }))
}
