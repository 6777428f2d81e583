import { AppError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Before an owner goes or is lowered. Throws `conflict` for the last one. */
export async function keepAnOwner(tx: Prisma.TransactionClient, organizationId: number): Promise<void> {
  const owners = await tx.membership.count({ where: { organizationId, role: 'owner' } })
  if (owners < 2) throw new AppError('conflict', 'This is the last owner. Make another member an owner first.')
}
