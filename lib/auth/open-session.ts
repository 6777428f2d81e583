import { cookies } from 'next/headers'
import { encode } from 'next-auth/jwt'
import { authCookieName } from '@/lib/auth/cookie-names'
import { unixSeconds } from '@/lib/auth/recent-sign-in'
import { sessionOptions } from '@/lib/auth/session-options'
import { env } from '@/lib/env'
import type { SignedIn } from '@/lib/users/sign-in-with-password'

/**
 * Gives this browser the session cookie that next-auth would: for somebody whose account was just made, and for who
 * ended all other sessions. `signedInAt`, in Unix seconds, is when they last proved who they are. For server actions.
 */
export async function openSession({ userId, sessionVersion }: SignedIn, signedInAt = unixSeconds()): Promise<void> {
  const { secret = '', session } = sessionOptions()
  const maxAge = session?.maxAge
  const secure = env().NEXTAUTH_URL?.startsWith('https://') ?? false
  const value = await encode({ token: { sub: String(userId), sessionVersion, signedInAt }, secret, maxAge })
  const jar = await cookies()
  jar.set(authCookieName('session-token'), value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge })
}
