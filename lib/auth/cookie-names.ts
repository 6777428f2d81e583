import { env } from '@/lib/env'

/** The name of the cookie that tells a browser in which somebody signed in before. */
export function knownBrowserCookieName(): string {
  return `${prefix()}leadline.known-browser`
}

/** The name that next-auth gives a cookie of its own on this installation. */
export function authCookieName(purpose: 'session-token' | 'callback-url'): string {
  return `${prefix()}next-auth.${purpose}`
}

function prefix(): string {
  return env().NEXTAUTH_URL?.startsWith('https://') ? '__Secure-' : ''
}
