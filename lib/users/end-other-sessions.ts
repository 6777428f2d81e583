import { db } from '@/lib/db'
import type { SignedIn } from '@/lib/users/sign-in-with-password'

/** Ends every session of a user. The one that asked goes on under what this returns. */
export async function endOtherSessions(userId: number): Promise<SignedIn> {
  const { sessionVersion } = await db().prisma.user.update({
    where: { id: userId },
    data: { sessionVersion: { increment: 1 } },
    select: { sessionVersion: true },
  })
  return { userId, sessionVersion }
}
