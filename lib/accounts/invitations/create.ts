import { z } from 'zod'
import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { openNow } from '@/lib/accounts/invitations/find-by-token'
import { changePeople, requireManager } from '@/lib/accounts/members/change-people'
import { refuseMoreMembers } from '@/lib/accounts/members/refuse-more'
import { mayChange } from '@/lib/accounts/members/roles'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { emailSchema } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { generateToken, hashToken } from '@/lib/core/random-token'
import { Role } from '@/lib/generated/prisma/enums'

const maxOpenInvitations = 500
const lifetimeMs = 7 * 24 * 60 * 60 * 1000

/** Whom to invite, and as what. */
export const invitationSchema = z.object({ email: emailSchema, role: z.enum(Role, 'Choose a role') })

export type NewInvitation = z.input<typeof invitationSchema>

export type CreatedInvitation = { id: number; email: string; role: Role; expiresAt: Date; token: string }

/**
 * Invites an e-mail address for seven days, in place of an invitation that it has. The token is in this answer and
 * nowhere else. Throws `invalid`, `forbidden` when the actor may not, and `conflict` when the address is a member's
 * and when the organization has no room for another member.
 */
export async function createInvitation(actor: Actor, input: NewInvitation): Promise<CreatedInvitation> {
  const { organizationId } = actor
  const { email, role } = parse(invitationSchema, input)
  const token = generateToken()
  return changePeople(actor, async (tx, actorRole) => {
    requireManager(actorRole)
    const unused = { organizationId, email, acceptedAt: null, revokedAt: null }
    const before = await tx.invitation.findFirst({ where: { ...unused, ...openNow() }, select: { role: true } })
    if (!mayChange(actorRole, before?.role ?? null, role)) {
      throw new AppError('forbidden', 'Only an owner can invite an owner')
    }
    const member = await tx.membership.findFirst({ where: { organizationId, user: { email } } })
    if (member) throw new AppError('conflict', `${email} is a member already`)
    await refuseMoreMembers(tx, organizationId)
    const open = { organizationId, email: { not: email }, ...openNow() }
    const limit = { max: maxOpenInvitations, things: 'open invitations', remedy: 'Revoke some of them first.' }
    await refuseBeyond(limit, () => tx.invitation.count({ where: open }))
    const now = new Date()
    await tx.invitation.updateMany({ where: unused, data: { revokedAt: now } })
    const { id, expiresAt } = await tx.invitation.create({
      data: {
        organizationId,
        email,
        role,
        tokenHash: hashToken(token),
        createdById: actor.userId,
        expiresAt: new Date(now.getTime() + lifetimeMs),
      },
    })
    const line = { action: 'member.invited', subject: email, subjectId: id }
    await recordAudit(tx, actor, { ...line, details: { role } })
    return { id, email, role, expiresAt, token }
  })
}
