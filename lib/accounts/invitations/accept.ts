import { openNow } from '@/lib/accounts/invitations/find-by-token'
import { mustConfirm } from '@/lib/accounts/invitations/must-confirm'
import { recordJoin } from '@/lib/accounts/invitations/record-join'
import { refuseMoreMembers } from '@/lib/accounts/members/refuse-more'
import { holdOrganization } from '@/lib/accounts/organizations/hold'
import { joinInTurn } from '@/lib/accounts/organizations/join-in-turn'
import { AppError } from '@/lib/core/errors'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { Invitation, Prisma } from '@/lib/generated/prisma/client'

/**
 * Lets a user join through a link, whomever it was meant for. Returns the slug of the organization. Throws `not_found`
 * for a link that cannot be used, `conflict` for a user who is a member already and for an organization that is full,
 * and `forbidden` for one whose address has to be confirmed first; the last two leave the link open.
 */
export async function acceptInvitation(token: string, userId: number): Promise<string> {
  return withInvitation(token, async (tx, { id, organizationId, role, organization }) => {
    const member = await tx.membership.findFirst({ where: { organizationId, userId }, select: { role: true } })
    if (member) throw new AppError('conflict', `You are a member of ${organization.name} already`)
    if (await mustConfirm(userId, organizationId, tx)) throw unconfirmed()
    await refuseMoreMembers(tx, organizationId)
    await tx.membership.create({ data: { organizationId, userId, role } })
    const where = { organizationId_id: { organizationId, id } }
    await tx.invitation.update({ where, data: { acceptedAt: new Date(), acceptedById: userId } })
    await recordJoin(tx, { organizationId, userId, role })
    return organization.slug
  })
}

type Acceptable = Invitation & { organization: { name: string; slug: string } }

/**
 * Runs `accept` on the invitation behind a link: of several at once, one finds it open. Throws `not_found`, and
 * `unavailable` where very many join the organization.
 */
export async function withInvitation<T>(
  token: string,
  accept: (tx: Prisma.TransactionClient, invitation: Acceptable) => Promise<T>,
): Promise<T> {
  const tokenHash = hashToken(token)
  const { prisma } = db()
  const where = { tokenHash, ...openNow() }
  const known = await prisma.invitation.findFirst({ where, select: { organizationId: true } })
  if (!known) throw unusable()
  const { organizationId } = known
  const join = () =>
    prisma.$transaction(async (tx) => {
      await holdOrganization(tx, organizationId)
      const include = { organization: { select: { name: true, slug: true } } }
      const invitation = await tx.invitation.findFirst({ where, include })
      if (!invitation) throw unusable()
      return accept(tx, invitation)
    })
  return joinInTurn(organizationId, join)
}

function unconfirmed(): AppError {
  return new AppError(
    'forbidden',
    'Your e-mail address is not confirmed yet. Open the invitation again: it says how, and then lets you join.',
  )
}

/** The answer to every link that cannot be used. */
export function unusable(): AppError {
  return new AppError('not_found', 'This invitation cannot be used. Ask for a new link.')
}
