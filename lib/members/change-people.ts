import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/generated/prisma/enums'
import { atLeast } from '@/lib/members/roles'

/** Who changes people: a user, or the operator at the command line, who may do what an owner may. */
export type Actor = number | 'operator'

type Transaction = Prisma.TransactionClient

/**
 * Runs one change of the members or invitations of an organization in a transaction, one change at a time: what it
 * reads, the actor's role included, is still so when it writes. Throws `not_found` for an actor who is no member.
 */
export async function changePeople<T>(
  organizationId: number,
  actor: Actor,
  change: (tx: Transaction, actorRole: Role) => Promise<T>,
): Promise<T> {
  return db().prisma.$transaction(async (tx) => {
    await lockPeople(tx, organizationId)
    return change(tx, actor === 'operator' ? 'owner' : await roleOf(tx, organizationId, actor))
  })
}

/** Makes other changes of the organization's people wait for the end of the transaction; events do not wait. */
export async function lockPeople(tx: Transaction, organizationId: number): Promise<void> {
  await tx.$executeRaw`SELECT FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
}

/** The user that an actor is; null for the operator. */
export function userIdOf(actor: Actor): number | null {
  return actor === 'operator' ? null : actor
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

/** Throws `forbidden` for somebody who may not change people at all. */
export function requireManager(actorRole: Role): void {
  if (!atLeast(actorRole, 'manager')) throw new AppError('forbidden', 'Only an owner or a manager can do this')
}
