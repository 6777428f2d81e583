import { cookies } from 'next/headers'
import { authCookieName, cookieOptions } from '@/lib/accounts/auth/cookie-names'
import { returnPath } from '@/lib/accounts/auth/return-path'

/** Where this browser wanted to go when it last started to sign in, as a path of this site. */
export async function lastWantedPath(): Promise<string> {
  const address = (await cookies()).get(authCookieName('callback-url'))?.value ?? ''
  if (!isWebAddress(address)) return '/'
  const { pathname, search, hash } = new URL(address)
  return returnPath(pathname + search + hash)
}

/**
 * Drops the cookie that `lastWantedPath` reads when it holds no web address: next-auth never writes such a one, and
 * answers every request with it as if the server were set up wrong. For route handlers.
 */
export async function dropPlantedCallback(): Promise<void> {
  const jar = await cookies()
  const planted = jar.get(authCookieName('callback-url'))
  if (planted && !isWebAddress(planted.value)) jar.set(planted.name, '', { ...cookieOptions(), maxAge: 0 })
}

function isWebAddress(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text)
}
