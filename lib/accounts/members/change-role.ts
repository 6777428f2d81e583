import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { revokeBeyond } from '@/lib/accounts/invitations/revoke-beyond'
import { changePeople, findMember, requireManager } from '@/lib/accounts/members/change-people'
import { keepAnOwner } from '@/lib/accounts/members/keep-an-owner'
import { atLeast, mayChange } from '@/lib/accounts/members/roles'
import { AppError } from '@/lib/core/errors'
import type { Role } from '@/lib/generated/prisma/enums'

export type RoleChange = { userId: number; role: Role }

/**
 * Gives a member another role, from their next request on, and revokes their open invitations to what they may no longer
 * invite to. Throws `not_found` for a user who is no member, `forbidden` when the actor may not, and `conflict` when
 * the last owner would be lowered.
 */
export async function changeRole(actor: Actor, { userId, role }: RoleChange): Promise<void> {
  const { organizationId } = actor
  await changePeople(actor, async (tx, actorRole) => {
    requireManager(actorRole)
    const { role: before, email } = await findMember(tx, organizationId, userId)
    if (!mayChange(actorRole, before, role)) {
      throw new AppError('forbidden', 'Only an owner can make someone an owner or change the role of one')
    }
    if (before === 'owner' && role !== 'owner') await keepAnOwner(tx, organizationId)
    await tx.membership.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role } })
    await recordAudit(tx, actor, {
      action: 'member.role-changed',
      subject: email,
      subjectId: userId,
      details: { from: before, to: role },
      endsAccess: !atLeast(role, before),
    })
    await revokeBeyond(tx, actor, { userId, role })
  })
}
