import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { env } from '@/lib/core/env'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Whether an organization, whose people are locked, can have one more member. */
export async function hasRoomForMember(tx: Prisma.TransactionClient, organizationId: number): Promise<boolean> {
  return (await tx.membership.count({ where: { organizationId } })) < env().MAX_MEMBERS_PER_ORGANIZATION
}

/** Refuses one more member than an organization can have. Throws `conflict`. */
export function refuseMoreMembers(tx: Prisma.TransactionClient, organizationId: number): Promise<void> {
  const limit = {
    max: env().MAX_MEMBERS_PER_ORGANIZATION,
    things: 'members',
    remedy: 'A member has to be removed first.',
  }
  return refuseBeyond(limit, () => tx.membership.count({ where: { organizationId } }))
}
