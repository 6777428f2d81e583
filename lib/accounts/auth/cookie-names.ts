import type { CookiesOptions } from 'next-auth'
import { isHttps } from '@/lib/http/strict-transport'

/** What next-auth keeps in cookies, by its names for them. */
const purposes = {
  sessionToken: 'session-token',
  callbackUrl: 'callback-url',
  csrfToken: 'csrf-token',
  pkceCodeVerifier: 'pkce.code_verifier',
  state: 'state',
  nonce: 'nonce',
} as const

/** What is not sealed. */
const plainPurposes = [purposes.callbackUrl, purposes.csrfToken]

/** How long the way to a provider and back may take. */
export const roundTripSeconds = 15 * 60

/** How every cookie of this installation is set. */
export function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() } as const
}

/** The name that a cookie of next-auth has on this installation. */
export function authCookieName(purpose: (typeof purposes)[keyof typeof purposes]): string {
  return `${prefix()}next-auth.${purpose}`
}

/** The name of the cookie that marks a browser in which a user signed in before. */
export function knownBrowserCookieName(): string {
  return `${prefix()}leadline.known-browser`
}

/** The name of the cookie that says which session left for a provider to connect an account. */
export function connectingCookieName(): string {
  return `${prefix()}leadline.connecting`
}

/** The name of the cookie that keeps the theme of a browser, and what it may be. */
export function themeCookieName(): string {
  return `${prefix()}leadline.theme`
}
const keptThemes = ['light', 'dark']

/** The name of every cookie of this installation. */
export function ourCookieNames(): string[] {
  return [
    ...Object.values(purposes).map(authCookieName),
    knownBrowserCookieName(),
    connectingCookieName(),
    themeCookieName(),
  ]
}

/** How a sealed cookie begins. next-auth would open one that names another algorithm too, and some of those are slow. */
const sealedHead = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}.`

/**
 * A cookie, or its name, without the spaces and tabs around it. `trim` takes more off, which a neighbour could begin the
 * name of one with.
 */
export function withoutSpace(cookie: string): string {
  let [start, end] = [0, cookie.length]
  while (isSpace(cookie[start])) start += 1
  while (end > start && isSpace(cookie[end - 1])) end -= 1
  return cookie.slice(start, end)
}

const isSpace = (letter: string | undefined) => letter === ' ' || letter === '\t'

/** Whether this installation may have given a cookie of that name this value, judged by how it begins. */
export function mayHold(name: string, value: string): boolean {
  if (name === themeCookieName()) return keptThemes.includes(value)
  return plainPurposes.some((purpose) => name === authCookieName(purpose)) || value.startsWith(sealedHead)
}

/** next-auth's cookies under the names above. */
export function authCookies(): CookiesOptions {
  const cookie = (purpose: keyof typeof purposes, more = {}) => ({
    name: authCookieName(purposes[purpose]),
    options: { ...cookieOptions(), ...more },
  })
  return {
    sessionToken: cookie('sessionToken'),
    callbackUrl: cookie('callbackUrl'),
    csrfToken: cookie('csrfToken'),
    pkceCodeVerifier: cookie('pkceCodeVerifier', { maxAge: roundTripSeconds }),
    state: cookie('state', { maxAge: roundTripSeconds }),
    nonce: cookie('nonce'),
  }
}

/** Under https neither a neighbouring subdomain nor an unencrypted connection can plant one of them. */
function prefix(): string {
  return isHttps() ? '__Host-' : ''
}
