import { cookies, headers } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { connectingCookieName, cookieOptions, roundTripSeconds } from '@/lib/accounts/auth/cookie-names'
import { currentSession } from '@/lib/accounts/auth/current-user'
import { env } from '@/lib/core/env'
import { isOwnOrigin } from '@/lib/http/own-origin'

// Another key than that of sessions: the one cookie can never stand for the other.
const salt = 'connecting session'

/**
 * Notes which session leaves for a provider from a page of this site, to connect an account there; nothing without one.
 * For route handlers.
 */
export async function noteConnecting(): Promise<void> {
  if (!isOwnOrigin((await headers()).get('origin'))) return
  const session = await currentSession()
  if (!session) return
  const token = { sub: String(session.sessionId) }
  const value = await encode({ token, secret: secret(), salt, maxAge: roundTripSeconds })
  const jar = await cookies()
  jar.set(connectingCookieName(), value, { ...cookieOptions(), maxAge: roundTripSeconds })
}

/**
 * The id of the session that left for a provider from this browser, once; null without one. What a provider sends back
 * says nothing of it: its cookies may come from another browser.
 */
export async function takeConnecting(): Promise<number | null> {
  const jar = await cookies()
  const value = jar.get(connectingCookieName())?.value
  if (!value) return null
  jar.set(connectingCookieName(), '', { ...cookieOptions(), maxAge: 0 })
  const connecting = await decode({ token: value, secret: secret(), salt }).catch(() => null)
  return connecting?.sub === undefined ? null : Number(connecting.sub)
}

function secret(): string {
  return env().NEXTAUTH_SECRET ?? ''
}
