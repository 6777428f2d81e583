import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { changePeople, requireManager } from '@/lib/accounts/members/change-people'
import { mayChange } from '@/lib/accounts/members/roles'
import { AppError } from '@/lib/core/errors'

export type Revocation = { invitationId: number }

/**
 * Makes the link of an invitation useless. Throws `forbidden` when the actor may not, and `not_found` for one that is
 * unknown, another organization's, accepted or revoked.
 */
export async function revokeInvitation(actor: Actor, { invitationId }: Revocation): Promise<void> {
  const { organizationId } = actor
  await changePeople(actor, async (tx, actorRole) => {
    requireManager(actorRole)
    const invitation = await tx.invitation.findFirst({
      where: { id: invitationId, organizationId, acceptedAt: null, revokedAt: null },
      select: { role: true, email: true },
    })
    if (!invitation) throw new AppError('not_found', 'This invitation was accepted or revoked already')
    if (!mayChange(actorRole, invitation.role, null)) {
      throw new AppError('forbidden', 'Only an owner can revoke the invitation of an owner')
    }
    const where = { organizationId_id: { organizationId, id: invitationId } }
    await tx.invitation.update({ where, data: { revokedAt: new Date() } })
    await recordAudit(tx, actor, {
      action: 'invitation.revoked',
      subject: invitation.email,
      subjectId: invitationId,
      endsAccess: true,
    })
  })
}
