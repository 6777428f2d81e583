import { cookies } from 'next/headers'
import { authCookieName, cookieOptions } from '@/lib/accounts/auth/cookie-names'
import { returnPath } from '@/lib/accounts/auth/return-path'
import { parseUrl } from '@/lib/core/parse-url'

/** Where this browser wanted to go when it last started to sign in, as a path of this site. */
export async function lastWantedPath(): Promise<string> {
  const address = (await cookies()).get(authCookieName('callback-url'))?.value ?? ''
  const url = webAddress(address)
  return url ? returnPath(url.pathname + url.search + url.hash) : '/'
}

/**
 * Drops the cookie that `lastWantedPath` reads when it holds no web address: next-auth never writes such a one, and
 * answers every request with it as if the server were set up wrong. For route handlers.
 */
export async function dropPlantedCallback(): Promise<void> {
  const jar = await cookies()
  const planted = jar.get(authCookieName('callback-url'))
  if (planted && !webAddress(planted.value)) jar.set(planted.name, '', { ...cookieOptions(), maxAge: 0 })
}

function webAddress(text: string): URL | null {
  return /^https?:/.test(text) ? parseUrl(text) : null
}
