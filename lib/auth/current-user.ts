import { cookies } from 'next/headers'
import { decode, type JWT } from 'next-auth/jwt'
import { cache } from 'react'
import { authCookieName } from '@/lib/auth/cookie-names'
import { sessionOptions } from '@/lib/auth/session-options'
import { AppError } from '@/lib/errors'
import { findSessionUser } from '@/lib/users/find-session-user'

export type CurrentUser = { id: number; email: string; name: string | null }

/** Who is signed in, read from the database once per request; null for nobody and for a session that was ended. */
export const currentUser = cache(async (): Promise<CurrentUser | null> => {
  const session = await readSession()
  const userId = Number(session?.sub)
  if (!session || !Number.isSafeInteger(userId) || userId < 1) return null
  return findSessionUser(userId, session.sessionVersion ?? 0)
})

/** Who is signed in. Throws `unauthenticated`. */
export async function requireUser(): Promise<CurrentUser> {
  const user = await currentUser()
  if (!user) throw new AppError('unauthenticated', 'Sign in first')
  return user
}

/** When whoever has this session last proved who they are, in Unix seconds; 0 when it does not say. */
export async function signedInAt(): Promise<number> {
  return (await readSession())?.signedInAt ?? 0
}

/** What the session cookie says; null when there is none that this installation made and that is still good. */
async function readSession(): Promise<JWT | null> {
  const token = (await cookies()).get(authCookieName('session-token'))?.value
  if (!token) return null
  return decode({ token, secret: sessionOptions().secret ?? '' }).catch(() => null)
}
