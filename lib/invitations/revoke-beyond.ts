import { recordAudit } from '@/lib/audit/record'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/generated/prisma/enums'
import { type Actor, userIdOf } from '@/lib/members/change-people'
import { mayChange, roles } from '@/lib/members/roles'

type NewRole = { organizationId: number; actor: Actor; userId: number; role: Role | null }

/**
 * Revokes what somebody has invited to and, with their new role, could not invite to any more; null stands for nobody's
 * role, after a removal. Else a link that they kept would give back what was taken from them.
 */
export async function revokeBeyond(
  tx: Prisma.TransactionClient,
  { organizationId, actor, userId, role }: NewRole,
): Promise<void> {
  const lost = roles.filter((invited) => role === null || !mayChange(role, null, invited))
  const revoked = await tx.invitation.updateManyAndReturn({
    where: { organizationId, createdById: userId, role: { in: lost }, acceptedAt: null, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { id: true, email: true },
  })
  for (const { id, email } of revoked) {
    const line = {
      organizationId,
      userId: userIdOf(actor),
      action: 'invitation.revoked',
      subject: email,
      subjectId: id,
    }
    await recordAudit(tx, line)
  }
}
