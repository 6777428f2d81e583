import { encode } from 'next-auth/jwt'
import { db } from '@/lib/db'

export const sessionSecret = 'end-to-end-tests-only'

/** The cookie of somebody who has just signed in. */
export async function sessionCookie(userId: number): Promise<{ name: string; value: string }> {
  const { sessionVersion } = await db().prisma.user.findUniqueOrThrow({ where: { id: userId } })
  const signedInAt = Math.floor(Date.now() / 1000)
  const value = await encode({ token: { sub: String(userId), sessionVersion, signedInAt }, secret: sessionSecret })
  return { name: 'next-auth.session-token', value }
}
