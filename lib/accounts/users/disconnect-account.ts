import type { OwnSession } from '@/lib/accounts/sessions/end'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'

type Disconnection = OwnSession & { provider: string }

/**
 * Disconnects a user's account at a provider and ends what applications may read and all sessions but the one that
 * requests this: others may have been opened through it, and have let applications in. Throws `not_found`, and `conflict`
 * when it is the last way to sign in.
 */
export async function disconnectAccount({ userId, sessionId, provider }: Disconnection): Promise<void> {
  await db().prisma.$transaction(async (tx) => {
    // Two accounts, disconnected at once, would each find the other one left.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
    const { passwordHash, accounts } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordHash: true, accounts: true },
    })
    if (!accounts.some((account) => account.provider === provider)) {
      throw new AppError('not_found', 'This account is not connected')
    }
    if (passwordHash === null && accounts.length === 1) {
      throw new AppError('conflict', 'This is your only way to sign in. Set a password first.')
    }
    await tx.account.delete({ where: { userId_provider: { userId, provider } } })
    await tx.oauthGrant.deleteMany({ where: { userId } })
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } })
  })
}
