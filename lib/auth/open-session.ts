import { cookies } from 'next/headers'
import { encode } from 'next-auth/jwt'
import { sessionOptions } from '@/lib/auth/session-options'
import { env } from '@/lib/env'
import type { SignedIn } from '@/lib/users/sign-in-with-password'

/**
 * Gives this browser the session cookie that next-auth would: for somebody whose account was just made, and for who
 * ended all other sessions. For server actions.
 */
export async function openSession({ userId, sessionVersion }: SignedIn): Promise<void> {
  const { secret = '', session } = sessionOptions()
  const maxAge = session?.maxAge
  const secure = env().NEXTAUTH_URL?.startsWith('https://') ?? false
  const name = secure ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
  const value = await encode({ token: { sub: String(userId), sessionVersion }, secret, maxAge })
  const jar = await cookies()
  jar.set(name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge })
}
