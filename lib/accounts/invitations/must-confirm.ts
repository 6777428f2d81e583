import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

/**
 * Whether a user has to confirm their address before they join an organization: it is not confirmed, and another one let
 * them in. Its managers may have prepared the account, and would come along.
 */
export async function mustConfirm(
  userId: number,
  organizationId: number,
  client: Pick<Prisma.TransactionClient, 'user'> = db().prisma,
): Promise<boolean> {
  const elsewhere = { some: { organizationId: { not: organizationId } } }
  const unconfirmed = await client.user.findFirst({
    where: {
      id: userId,
      emailConfirmedAt: null,
      OR: [{ memberships: elsewhere }, { acceptedInvitations: elsewhere }],
    },
    select: { id: true },
  })
  return unconfirmed !== null
}
