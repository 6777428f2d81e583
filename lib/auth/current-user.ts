import { getServerSession } from 'next-auth'
import { cache } from 'react'
import { sessionOptions } from '@/lib/auth/session-options'
import { AppError } from '@/lib/errors'
import { findSessionUser } from '@/lib/users/find-session-user'

export type CurrentUser = { id: number; email: string; name: string | null }

/** Who is signed in, read from the database once per request; null for nobody and for a session that was ended. */
export const currentUser = cache(async (): Promise<CurrentUser | null> => {
  const session = await getServerSession(sessionOptions())
  const userId = Number(session?.user.id)
  if (!session || !Number.isSafeInteger(userId) || userId < 1) return null
  return findSessionUser(userId, session.user.sessionVersion)
})

/** Who is signed in. Throws `unauthenticated`. */
export async function requireUser(): Promise<CurrentUser> {
  const user = await currentUser()
  if (!user) throw new AppError('unauthenticated', 'Sign in first')
  return user
}
