import type { Prisma } from '@/lib/generated/prisma/client'

/**
 * What ends with a new password, and with one that is removed: every session, what applications may read, and unless they
 * are kept the accounts connected for signing in. Call it after that was stored in the same transaction: nothing starts
 * between the two.
 */
export async function endWaysIn(
  tx: Prisma.TransactionClient,
  userId: number,
  { keepSignIns }: { keepSignIns: boolean },
): Promise<void> {
  if (!keepSignIns) await tx.account.deleteMany({ where: { userId } })
  await tx.oauthGrant.deleteMany({ where: { userId } })
  await tx.session.deleteMany({ where: { userId } })
}
