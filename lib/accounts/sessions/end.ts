import { AppError } from '@/lib/core/errors'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { insertSession } from './start'

/** Ends the session with this token, from the next request on; nothing happens when there is none. */
export async function endSession(token: string): Promise<void> {
  await db().prisma.session.deleteMany({ where: { tokenHash: hashToken(token) } })
}

/** Ends one session of a user. Throws `not_found` for one that is not theirs or has ended. */
export async function endSessionOf(userId: number, sessionId: number): Promise<void> {
  const { count } = await db().prisma.session.deleteMany({ where: { id: sessionId, userId } })
  if (count === 0) throw new AppError('not_found', 'This session has ended already')
}

/** A session of a user that is in use at this moment. */
export type OwnSession = { userId: number; sessionId: number }

/** Ends every session of a user. The one that requests this continues under the token that this returns. */
export async function endOtherSessions(own: OwnSession): Promise<string> {
  return db().prisma.$transaction(async (tx) => replaceSessions(tx, own))
}

/**
 * Ends every session of a user, copies of this one's cookie included, and returns a token with which this one continues.
 * Throws `unauthenticated` when it was ended in the meantime.
 */
export async function replaceSessions(
  tx: Prisma.TransactionClient,
  { userId, sessionId }: OwnSession,
): Promise<string> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  const own = await tx.session.findFirst({
    where: { id: sessionId, userId },
    select: { device: true, signedInAt: true },
  })
  if (!own) throw new AppError('unauthenticated', 'Sign in first')
  await tx.session.deleteMany({ where: { userId } })
  return insertSession(tx, { userId, ...own })
}
