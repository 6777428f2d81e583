import { decode } from 'next-auth/jwt'
import { sessionOptions } from '@/lib/accounts/auth/session-options'

/** The token in the value of a session cookie; null when there is none that this installation sealed. */
export async function unsealSession(sealed: string | undefined): Promise<string | null> {
  if (!sealed) return null
  const session = await decode({ token: sealed, secret: sessionOptions().secret ?? '' }).catch(() => null)
  return session?.sessionToken ?? null
}
