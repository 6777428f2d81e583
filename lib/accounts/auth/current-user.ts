import { cookies } from 'next/headers'
import { cache } from 'react'
import { authCookieName } from '@/lib/accounts/auth/cookie-names'
import { unsealSession } from '@/lib/accounts/auth/unseal-session'
import { findSession, type OpenSession, type SessionUser } from '@/lib/accounts/sessions/find'
import { AppError } from '@/lib/core/errors'

export type CurrentUser = SessionUser

/** The session of this browser, read from the database once per request; null when there is none or it was ended. */
export const currentSession = cache(async (): Promise<OpenSession | null> => {
  const token = await sessionToken()
  return token === null ? null : findSession(token)
})

/** The signed-in user; null without a session. */
export async function currentUser(): Promise<CurrentUser | null> {
  return (await currentSession())?.user ?? null
}

/** The session of this browser. Throws `unauthenticated`. */
export async function requireSession(): Promise<OpenSession> {
  const session = await currentSession()
  if (!session) throw new AppError('unauthenticated', 'Sign in first')
  return session
}

/** Who is signed in. Throws `unauthenticated`. */
export async function requireUser(): Promise<CurrentUser> {
  return (await requireSession()).user
}

/** The token in the session cookie; null when there is none that this installation sealed. */
export async function sessionToken(): Promise<string | null> {
  const sealed = await unsealSession((await cookies()).get(authCookieName('session-token'))?.value)
  return sealed?.sessionToken ?? null
}
