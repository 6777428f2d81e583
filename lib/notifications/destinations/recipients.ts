import { AppError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'

export type Recipient = { userId: number; email: string; name: string | null }

/**
 * The members among some users who can be written to: their address is known to be theirs. No one else ever is: neither
 * strangers, nor who left.
 */
export async function loadRecipients(
  client: Pick<Prisma.TransactionClient, 'membership'>,
  organizationId: number,
  userIds?: readonly number[],
): Promise<Recipient[]> {
  const memberships = await client.membership.findMany({
    where: {
      organizationId,
      user: { emailConfirmedAt: { not: null } },
      ...(userIds && { userId: { in: [...userIds] } }),
    },
    orderBy: { user: { email: 'asc' } },
    take: 500,
    select: { userId: true, user: { select: { email: true, name: true } } },
  })
  return memberships.map(({ userId, user }) => ({ userId, ...user }))
}

/** Refuses recipients that are none. Throws `invalid`. */
export async function checkRecipients(
  client: Pick<Prisma.TransactionClient, 'membership'>,
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) throw new AppError('invalid', 'Choose who gets the e-mail')
  const found = await loadRecipients(client, organizationId, userIds)
  if (found.length < userIds.length)
    throw new AppError('invalid', 'Choose members of the organization with a confirmed address')
}
