import { recordAudit } from '@/lib/audit/record'
import { AppError } from '@/lib/errors'
import type { Role } from '@/lib/generated/prisma/enums'
import { revokeBeyond } from '@/lib/invitations/revoke-beyond'
import { type Actor, changePeople, findMember, requireManager, userIdOf } from '@/lib/members/change-people'
import { keepAnOwner } from '@/lib/members/keep-an-owner'
import { mayChange } from '@/lib/members/roles'

export type RoleChange = { organizationId: number; actor: Actor; userId: number; role: Role }

/**
 * Gives a member another role, from their next request on, and revokes their open invitations to what they may no longer
 * invite to. Throws `not_found` for somebody who is no member, `forbidden` when the actor may not, and `conflict` when
 * the last owner would be lowered.
 */
export async function changeRole({ organizationId, actor, userId, role }: RoleChange): Promise<void> {
  await changePeople(organizationId, actor, async (tx, actorRole) => {
    requireManager(actorRole)
    const { role: before, email } = await findMember(tx, organizationId, userId)
    if (!mayChange(actorRole, before, role)) {
      throw new AppError('forbidden', 'Only an owner can make someone an owner or change the role of one')
    }
    if (before === 'owner' && role !== 'owner') await keepAnOwner(tx, organizationId)
    await tx.membership.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role } })
    await recordAudit(tx, {
      organizationId,
      userId: userIdOf(actor),
      action: 'member.role-changed',
      subject: email,
      subjectId: userId,
      details: { from: before, to: role },
    })
    await revokeBeyond(tx, { organizationId, actor, userId, role })
  })
}
