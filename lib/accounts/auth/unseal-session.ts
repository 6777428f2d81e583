import { decode } from 'next-auth/jwt'
import { sessionOptions } from '@/lib/accounts/auth/session-options'

/** The user of a session is known without the database, also once it has ended. */
export type SealedSession = { sessionToken: string; userId: number }

/** What the value of a session cookie holds; null when there is none that this installation sealed. */
export async function unsealSession(sealed: string | null | undefined): Promise<SealedSession | null> {
  if (!sealed) return null
  const session = await decode({ token: sealed, secret: sessionOptions().secret ?? '' }).catch(() => null)
  const { sessionToken, userId } = session ?? {}
  return sessionToken === undefined || userId === undefined ? null : { sessionToken, userId }
}
