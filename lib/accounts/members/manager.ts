import type { Actor } from '@/lib/accounts/actor'
import { atLeast } from '@/lib/accounts/members/roles'
import { holdOrganization } from '@/lib/accounts/organizations/hold'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Slug of an organization that the user manages at this moment. Throws `not_found`, and `forbidden` for a member. */
export async function requireManagerOf(
  organizationId: number,
  userId: number,
  client: Prisma.TransactionClient = db().prisma,
): Promise<string> {
  const membership = await client.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true, organization: { select: { slug: true } } },
  })
  if (!membership) throw new AppError('not_found', 'There is nothing at this address')
  if (!atLeast(membership.role, 'manager')) {
    throw new AppError('forbidden', 'Only an owner or a manager can do this')
  }
  return membership.organization.slug
}

/**
 * Holds the organization, as `holdOrganization` does, for a change that managers and the operator make, and reads the
 * role only then: who lost it meanwhile changes nothing. Throws as `requireManagerOf` does.
 */
export async function holdAsManager(tx: Prisma.TransactionClient, { organizationId, userId }: Actor): Promise<void> {
  await holdOrganization(tx, organizationId)
  if (userId !== null) await requireManagerOf(organizationId, userId, tx)
}
