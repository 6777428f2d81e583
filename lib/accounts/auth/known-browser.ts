import { randomUUID } from 'node:crypto'
import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { cookieOptions, knownBrowserCookieName } from '@/lib/accounts/auth/cookie-names'
import type { PasswordProof } from '@/lib/accounts/users/check-password'
import { fingerprintPassword, type KnownBrowser } from '@/lib/accounts/users/known-browser'
import { env } from '@/lib/core/env'

// Another key than that of sessions: the one cookie can never stand for the other.
const salt = 'known browser'
const maxAge = 365 * 24 * 60 * 60

/** What this browser's cookie says; null without one that this installation sealed. */
export async function knownBrowser(): Promise<KnownBrowser | null> {
  const token = (await cookies()).get(knownBrowserCookieName())?.value
  if (!token) return null
  const known = await decode({ token, secret: secret(), salt }).catch(() => null)
  if (typeof known?.email !== 'string' || typeof known.sub !== 'string') return null
  if (typeof known.fingerprint !== 'string') return null
  return { account: known.email, browserId: known.sub, fingerprint: known.fingerprint }
}

/**
 * Notes that an account has signed in here with its password, in place of another one; with the next password the browser
 * is a stranger again. For route handlers and server actions.
 */
export async function rememberBrowser(account: string, { provenBy }: PasswordProof): Promise<void> {
  const known = await knownBrowser()
  const sub = known?.account === account ? known.browserId : randomUUID()
  const fingerprint = fingerprintPassword(provenBy.passwordHash)
  const value = await encode({ token: { email: account, sub, fingerprint }, secret: secret(), salt, maxAge })
  const jar = await cookies()
  jar.set(knownBrowserCookieName(), value, { ...cookieOptions(), maxAge })
}

function secret(): string {
  return env().NEXTAUTH_SECRET ?? ''
}
