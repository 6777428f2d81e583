import { atLeast } from '@/lib/accounts/members/roles'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'

/** Slug of an organization that the user manages at this moment. Throws `not_found`, and `forbidden` for a member. */
export async function requireManagerOf(organizationId: number, userId: number): Promise<string> {
  const membership = await db().prisma.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true, organization: { select: { slug: true } } },
  })
  if (!membership) throw new AppError('not_found', 'There is nothing at this address')
  if (!atLeast(membership.role, 'manager')) {
    throw new AppError('forbidden', 'Only an owner or a manager can do this')
  }
  return membership.organization.slug
}
