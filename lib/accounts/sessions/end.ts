import { isRecentSignIn } from '@/lib/accounts/auth/recent-sign-in'
import { AppError } from '@/lib/core/errors'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { Prisma, Session } from '@/lib/generated/prisma/client'
import { insertSession } from './start'

/** Ends the session with this token, from the next request on; nothing happens when there is none. */
export async function endSession(token: string): Promise<void> {
  await db().prisma.session.deleteMany({ where: { tokenHash: hashToken(token) } })
}

/** A session of a user that is in use at this moment. */
export type OwnSession = { userId: number; sessionId: number }

/**
 * Ends one session of a user, at the request of another one. Throws `not_found` for one that is not theirs or has ended,
 * `forbidden` for a newer one that this one may not end, and `unauthenticated` when this one was ended in the meantime.
 */
export async function endSessionOf(own: OwnSession, sessionId: number): Promise<void> {
  await db().prisma.$transaction(async (tx) => {
    const where = { id: sessionId, userId: own.userId }
    refuseNewer(await holdOwn(tx, own), await tx.session.findMany({ where }))
    const { count } = await tx.session.deleteMany({ where })
    if (count === 0) throw new AppError('not_found', 'This session has ended already')
  })
}

/**
 * Ends every session of a user, copies of this one's cookie included, and returns a token with which this one continues,
 * no longer than it would have. Throws `forbidden` when there is a newer one that this one may not end, and
 * `unauthenticated` when it was ended in the meantime.
 */
export async function endOtherSessions(own: OwnSession): Promise<string> {
  const { userId } = own
  return db().prisma.$transaction(async (tx) => {
    const { device, signedInAt, expiresAt } = await holdOwn(tx, own)
    refuseNewer({ signedInAt }, await tx.session.findMany({ where: { userId } }))
    await tx.session.deleteMany({ where: { userId } })
    return insertSession(tx, { userId, device, signedInAt, expiresAt })
  })
}

async function holdOwn(tx: Prisma.TransactionClient, { userId, sessionId }: OwnSession): Promise<Session> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  const own = await tx.session.findFirst({ where: { id: sessionId, userId } })
  if (!own) throw new AppError('unauthenticated', 'Sign in first')
  return own
}

type SignedInAt = Pick<Session, 'signedInAt'>

/** A session that was stolen must not keep out its owner, who signs in again. */
function refuseNewer({ signedInAt }: SignedInAt, others: readonly SignedInAt[]): void {
  if (isRecentSignIn(signedInAt, new Date()) || others.every((other) => other.signedInAt <= signedInAt)) return
  throw new AppError(
    'forbidden',
    'To end a session that is newer than this one takes a sign-in of the last 15 minutes. Sign out, sign in again, then end it.',
  )
}
