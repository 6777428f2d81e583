import { generateToken, hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

/** How long a session lasts from its sign-in, however often it is used or continues under another token. */
export const sessionSeconds = 30 * 24 * 60 * 60

/** More than a person has browsers; the session used least recently makes room for a new one. */
const maxSessions = 50

/** A user who proved who they are, and the way in that still has to be theirs when their session starts. */
export type SignedIn = { userId: number; provenBy: Prisma.UserWhereInput }

type NewSession = { userId: number; device: string; signedInAt: Date; expiresAt: Date }

/**
 * Starts a session and returns its token, which is stored nowhere; null when the way in was taken away in the meantime.
 * Drops sessions that have expired.
 */
export async function startSession({ userId, provenBy }: SignedIn, device: string): Promise<string | null> {
  const { prisma } = db()
  const now = new Date()
  await prisma.session.deleteMany({ where: { expiresAt: { lte: now } } })
  return prisma.$transaction(async (tx) => {
    // A change to the ways in waits for this session, and then ends it.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR SHARE`
    const user = await tx.user.findFirst({ where: { AND: [{ id: userId }, provenBy] }, select: { id: true } })
    if (!user) return null
    const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
    const token = await insertSession(tx, { userId, device, signedInAt: now, expiresAt })
    const surplus = await tx.session.findMany({
      where: { userId },
      orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
      skip: maxSessions,
      select: { id: true },
    })
    await tx.session.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } })
    return token
  })
}

/** Stores a session and returns its token. */
export async function insertSession(tx: Prisma.TransactionClient, session: NewSession): Promise<string> {
  const token = generateToken()
  await tx.session.create({ data: { ...session, tokenHash: hashToken(token), lastSeenAt: new Date() } })
  return token
}
