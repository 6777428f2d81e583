import { recordAudit } from '@/lib/accounts/audit/record'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/generated/prisma/enums'

type Join = { organizationId: number; userId: number; role: Role }

/** Writes to the audit log that a user joined through an invitation. */
export async function recordJoin(tx: Prisma.TransactionClient, { organizationId, userId, role }: Join): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  const line = { action: 'member.joined', subject: email, subjectId: userId }
  await recordAudit(tx, { organizationId, userId }, { ...line, details: { role } })
}
