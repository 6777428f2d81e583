import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { mayChange, roles } from '@/lib/accounts/members/roles'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/generated/prisma/enums'

type NewRole = { userId: number; role: Role | null }

/**
 * Revokes the invitations of a user that their new role could not make any more; null stands for no
 * role, after a removal. Else a link that they kept would give back what was taken from them.
 */
export async function revokeBeyond(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { userId, role }: NewRole,
): Promise<void> {
  const lost = roles.filter((invited) => role === null || !mayChange(role, null, invited))
  const revoked = await tx.invitation.updateManyAndReturn({
    where: {
      organizationId: actor.organizationId,
      createdById: userId,
      role: { in: lost },
      acceptedAt: null,
      revokedAt: null,
    },
    data: { revokedAt: new Date() },
    select: { id: true, email: true },
  })
  for (const { id, email } of revoked) {
    const line = { action: 'invitation.revoked', subject: email, subjectId: id, endsAccess: true }
    await recordAudit(tx, actor, line)
  }
}
