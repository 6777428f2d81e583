import { encode } from 'next-auth/jwt'
import { openSession } from '@/lib/testing/factories'

export const sessionSecret = 'end-to-end-tests-only'

/** The cookie of a user who has just signed in. */
export async function sessionCookie(userId: number): Promise<{ name: string; value: string }> {
  return sealedCookie(await openSession(userId), userId)
}

/** A cookie as this installation seals it, with the token of a session or of none. */
export async function sealedCookie(sessionToken = 'unknown', userId = 1): Promise<{ name: string; value: string }> {
  const value = await encode({ token: { sessionToken, userId }, secret: sessionSecret })
  return { name: 'next-auth.session-token', value }
}
