import type { Actor } from '@/lib/accounts/actor'
import { atLeast } from '@/lib/accounts/members/roles'
import { holdOrganization } from '@/lib/accounts/organizations/hold'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/generated/prisma/enums'

type Transaction = Prisma.TransactionClient

/**
 * Runs one change of the members or invitations of an organization in a transaction, one change at a time: what it
 * reads, the actor's role included, is still so when it writes. Throws `not_found` for an actor who is no member.
 */
export async function changePeople<T>(
  { organizationId, userId }: Actor,
  change: (tx: Transaction, actorRole: Role) => Promise<T>,
): Promise<T> {
  return db().prisma.$transaction(async (tx) => {
    await holdOrganization(tx, organizationId, { urgent: true })
    return change(tx, userId === null ? 'owner' : await roleOf(tx, organizationId, userId))
  })
}

/** The role of a member. Throws `not_found`. */
export async function roleOf(tx: Transaction, organizationId: number, userId: number): Promise<Role> {
  return (await findMember(tx, organizationId, userId)).role
}

/** Role and address of a member. Throws `not_found`. */
export async function findMember(
  tx: Transaction,
  organizationId: number,
  userId: number,
): Promise<{ role: Role; email: string }> {
  const membership = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true, user: { select: { email: true } } },
  })
  if (!membership) throw new AppError('not_found', 'No such member in this organization')
  return { role: membership.role, email: membership.user.email }
}

/** Throws `forbidden` for a user who may not change people at all. */
export function requireManager(actorRole: Role): void {
  if (!atLeast(actorRole, 'manager')) throw new AppError('forbidden', 'Only an owner or a manager can do this')
}
