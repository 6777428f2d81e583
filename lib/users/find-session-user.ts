import { db } from '@/lib/db'

export type SessionUser = { id: number; email: string; name: string | null }

/** The user a session was opened for; null when the session was ended since. */
export async function findSessionUser(userId: number, sessionVersion: number): Promise<SessionUser | null> {
  return db().prisma.user.findFirst({
    where: { id: userId, sessionVersion },
    select: { id: true, email: true, name: true },
  })
}
