import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

/**
 * Whether a user has to confirm their address before they join an organization: it is not confirmed, and it was another
 * one that let them in, perhaps one that was deleted since. Its managers may have prepared the account, and would come
 * along.
 */
export async function mustConfirm(
  userId: number,
  organizationId: number,
  client: Pick<Prisma.TransactionClient, 'user'> = db().prisma,
): Promise<boolean> {
  const here = { none: { organizationId } }
  const elsewhere = { some: { organizationId: { not: organizationId } } }
  const unconfirmed = await client.user.findFirst({
    where: {
      id: userId,
      emailConfirmedAt: null,
      OR: [
        { memberships: elsewhere },
        { acceptedInvitations: elsewhere },
        { memberships: here, acceptedInvitations: here },
      ],
    },
    select: { id: true },
  })
  return unconfirmed !== null
}
