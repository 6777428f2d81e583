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
 * null when none has. The invitation of an organization that is full stays open, and so does that of one that is being
 * changed, unless all are: it keeps no one out of another. Fails on a unique value when the address, or the account that
 * comes with it, has a user.
 */
export async function joinInvited(newUser: NewUser): Promise<CreatedUser | null> {
  const hosts = await db().prisma.invitation.findMany({
    where: { email: newUser.email, ...openNow() },
    orderBy: { organizationId: 'asc' },
    distinct: 'organizationId',
    select: { organizationId: true },
  })
  const ids = hosts.map(({ organizationId }) => organizationId)
  const [first] = ids
  if (first === undefined) return null
  return (await join(newUser, ids, holdFree)) ?? joinInTurn(first, () => join(newUser, ids, holdAll))
}

type Hold = (tx: Prisma.TransactionClient, organizationIds: readonly number[]) => Promise<number[]>

const holdFree: Hold = async (tx, organizationIds) => {
  const held = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM organizations WHERE id = ANY (${organizationIds}) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`
  return held.map(({ id }) => id)
}

const holdAll: Hold = async (tx, organizationIds) => {
  for (const organizationId of organizationIds) await holdOrganization(tx, organizationId)
  return [...organizationIds]
}

function join(newUser: NewUser, organizationIds: readonly number[], hold: Hold): Promise<CreatedUser | null> {
  const { email } = newUser
  return db().prisma.$transaction(async (tx) => {
    const withRoom: number[] = []
    for (const organizationId of await hold(tx, organizationIds)) {
      if (await hasRoomForMember(tx, organizationId)) withRoom.push(organizationId)
    }
    const open = await tx.invitation.findMany({
      where: { email, organizationId: { in: withRoom }, ...openNow() },
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
