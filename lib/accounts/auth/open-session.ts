import { cookies, headers } from 'next/headers'
import { encode } from 'next-auth/jwt'
import { authCookieName, cookieOptions } from '@/lib/accounts/auth/cookie-names'
import { sessionToken } from '@/lib/accounts/auth/current-user'
import { sessionOptions } from '@/lib/accounts/auth/session-options'
import type { SealedSession } from '@/lib/accounts/auth/unseal-session'
import { describeDevice } from '@/lib/accounts/sessions/describe-device'
import { endSession } from '@/lib/accounts/sessions/end'
import { type SignedIn, sessionSeconds, startSession } from '@/lib/accounts/sessions/start'

/**
 * Starts a session for this browser, in place of the one it has, and returns its token; null when the way in was taken
 * away in the meantime.
 */
export async function beginSession(signedIn: SignedIn): Promise<string | null> {
  const token = await startSession(signedIn, describeDevice((await headers()).get('user-agent')))
  const before = await sessionToken()
  if (token !== null && before !== null) await endSession(before)
  return token
}

/** Signs this browser in, for someone whose account was just made. For server actions. */
export async function openSession(signedIn: SignedIn): Promise<void> {
  const token = await beginSession(signedIn)
  if (token !== null) await keepSession({ sessionToken: token, userId: signedIn.userId })
}

/** Gives this browser the session cookie that next-auth would. For server actions. */
export async function keepSession(sealed: SealedSession): Promise<void> {
  const { secret = '' } = sessionOptions()
  const value = await encode({ token: sealed, secret, maxAge: sessionSeconds })
  const jar = await cookies()
  jar.set(authCookieName('session-token'), value, { ...cookieOptions(), maxAge: sessionSeconds })
}
