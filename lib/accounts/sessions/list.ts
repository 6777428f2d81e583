import { db } from '@/lib/db/db'

export type SessionSummary = {
  id: number
  /** Browser and system as the browser named itself. */
  device: string
  signedInAt: Date
  /** To a few minutes. */
  lastSeenAt: Date
}

/** The open sessions of a user, the one used most recently first. */
export async function listSessions(userId: number): Promise<SessionSummary[]> {
  return db().prisma.session.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    select: { id: true, device: true, signedInAt: true, lastSeenAt: true },
  })
}
