import { recordAudit } from '@/lib/audit/record'
import { AppError } from '@/lib/errors'
import { revokeBeyond } from '@/lib/invitations/revoke-beyond'
import { type Actor, changePeople, findMember, requireManager, userIdOf } from '@/lib/members/change-people'
import { keepAnOwner } from '@/lib/members/keep-an-owner'
import { mayChange } from '@/lib/members/roles'

export type Removal = { organizationId: number; actor: Actor; userId: number }

/**
 * Takes somebody out of an organization from their next request on; everybody may take out themselves. Revokes
 * their open invitations. Throws `not_found` for somebody who is no member, `forbidden` when the actor may not, and
 * `conflict` for the last owner.
 */
export async function removeMember({ organizationId, actor, userId }: Removal): Promise<void> {
  await changePeople(organizationId, actor, async (tx, actorRole) => {
    if (actor !== userId) requireManager(actorRole)
    const { role, email } = await findMember(tx, organizationId, userId)
    if (actor !== userId && !mayChange(actorRole, role, null)) {
      throw new AppError('forbidden', 'Only an owner can remove an owner')
    }
    if (role === 'owner') await keepAnOwner(tx, organizationId)
    await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
    const action = actor === userId ? 'member.left' : 'member.removed'
    const line = { organizationId, userId: userIdOf(actor), action, subject: email, subjectId: userId }
    await recordAudit(tx, { ...line, details: { role } })
    await revokeBeyond(tx, { organizationId, actor, userId, role: null })
  })
}
