import { encode } from 'next-auth/jwt'
import { openSession } from '@/lib/testing/factories'

export const sessionSecret = 'end-to-end-tests-only'

/** The cookie of somebody who has just signed in. */
export async function sessionCookie(userId: number): Promise<{ name: string; value: string }> {
  const token = { sessionToken: await openSession(userId) }
  const value = await encode({ token, secret: sessionSecret })
  return { name: 'next-auth.session-token', value }
}
