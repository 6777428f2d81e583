import type { Actor } from '@/lib/accounts/actor'
import { atLeast } from '@/lib/accounts/members/roles'
import { holdOrganization } from '@/lib/accounts/organizations/hold'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/generated/prisma/enums'

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
  requireRole(membership?.role, 'manager')
  return membership?.organization.slug ?? ''
}

/**
 * Reads the role of a manager, or of a member where that is enough, or the operator, and keeps it as it is until the
 * transaction ends: for a change that waits for no other of its organization. Throws as `requireManagerOf` does.
 */
export async function holdRole(
  client: Queryable | Pick<Prisma.TransactionClient, '$queryRawUnsafe'>,
  { organizationId, userId }: Actor,
  needed: 'manager' | 'member' = 'manager',
): Promise<void> {
  if (userId === null) return
  const rows =
    'query' in client
      ? (await client.query<{ role: Role }>(lockRole, [organizationId, userId])).rows
      : await client.$queryRawUnsafe<{ role: Role }[]>(lockRole, organizationId, userId)
  requireRole(rows[0]?.role, needed)
}

const lockRole = 'SELECT role::text FROM memberships WHERE organization_id = $1::int AND user_id = $2::int FOR SHARE'

function requireRole(role: Role | undefined, needed: Role): void {
  if (!role) throw new AppError('not_found', 'There is nothing at this address')
  if (!atLeast(role, needed)) throw new AppError('forbidden', 'Only an owner or a manager can do this')
}

/**
 * Holds the organization, as `holdOrganization` does, for a change that managers and the operator make, and reads the
 * role only then: who lost it meanwhile changes nothing. Throws as `requireManagerOf` does.
 */
export async function holdAsManager(tx: Prisma.TransactionClient, { organizationId, userId }: Actor): Promise<void> {
  await holdOrganization(tx, organizationId)
  if (userId !== null) await requireManagerOf(organizationId, userId, tx)
}
