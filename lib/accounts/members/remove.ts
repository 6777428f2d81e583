import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { revokeBeyond } from '@/lib/accounts/invitations/revoke-beyond'
import { changePeople, findMember, requireManager } from '@/lib/accounts/members/change-people'
import { keepAnOwner } from '@/lib/accounts/members/keep-an-owner'
import { mayChange } from '@/lib/accounts/members/roles'
import { AppError } from '@/lib/core/errors'

export type Removal = { userId: number }

/**
 * Takes a member out of an organization from their next request on; everyone may take out themselves. Revokes
 * their open invitations. Throws `not_found` for a user who is no member, `forbidden` when the actor may not, and
 * `conflict` for the last owner.
 */
export async function removeMember(actor: Actor, { userId }: Removal): Promise<void> {
  const { organizationId } = actor
  const leaves = actor.userId === userId
  await changePeople(actor, async (tx, actorRole) => {
    if (!leaves) requireManager(actorRole)
    const { role, email } = await findMember(tx, organizationId, userId)
    if (!leaves && !mayChange(actorRole, role, null)) {
      throw new AppError('forbidden', 'Only an owner can remove an owner')
    }
    if (role === 'owner') await keepAnOwner(tx, organizationId)
    await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
    const action = leaves ? 'member.left' : 'member.removed'
    const line = { action, subject: email, subjectId: userId, endsAccess: true }
    await recordAudit(tx, actor, { ...line, details: { role } })
    await revokeBeyond(tx, actor, { userId, role: null })
  })
}
