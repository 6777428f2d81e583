import { openNow } from '@/lib/accounts/invitations/find-by-token'
import { recordJoin } from '@/lib/accounts/invitations/record-join'
import { hasRoomForMember } from '@/lib/accounts/members/refuse-more'
import { holdOrganization } from '@/lib/accounts/organizations/hold'
import { joinInTurn } from '@/lib/accounts/organizations/join-in-turn'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

type NewUser = Prisma.UserCreateWithoutMembershipsInput
type CreatedUser = { id: number }

/**
 * Makes a user with an address that is known to be theirs and lets them join every organization that has invited it;
 * null when none has. The invitation of an organization that is full stays open. Fails on a unique value when the
 * address, or the account that comes with it, has a user.
 */
export async function joinInvited(newUser: NewUser): Promise<CreatedUser | null> {
  const { email } = newUser
  const hosts = await db().prisma.invitation.findMany({
    where: { email, ...openNow() },
    orderBy: { organizationId: 'asc' },
    distinct: 'organizationId',
    select: { organizationId: true },
  })
  const first = hosts[0]
  return first ? joinInTurn(first.organizationId, () => joinAll(newUser, hosts)) : null
}

function joinAll(newUser: NewUser, hosts: readonly { organizationId: number }[]): Promise<CreatedUser | null> {
  const { email } = newUser
  return db().prisma.$transaction(async (tx) => {
    for (const { organizationId } of hosts) await holdOrganization(tx, organizationId)
    const organizationIds: number[] = []
    for (const { organizationId } of hosts) {
      if (await hasRoomForMember(tx, organizationId)) organizationIds.push(organizationId)
    }
    const open = await tx.invitation.findMany({
      where: { email, organizationId: { in: organizationIds }, ...openNow() },
      select: { id: true, organizationId: true, role: true },
    })
    if (open.length === 0) return null
    const memberships = { create: open.map(({ organizationId, role }) => ({ organizationId, role })) }
    const user = await tx.user.create({ data: { ...newUser, memberships }, select: { id: true } })
    await tx.invitation.updateMany({
      where: { id: { in: open.map(({ id }) => id) } },
      data: { acceptedAt: new Date(), acceptedById: user.id },
    })
    for (const { organizationId, role } of open) await recordJoin(tx, { organizationId, userId: user.id, role })
    return user
  })
}
