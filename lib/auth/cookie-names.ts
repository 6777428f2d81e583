import { env } from '@/lib/env'

/** The name that next-auth gives a cookie of its own on this installation. */
export function authCookieName(purpose: 'session-token' | 'callback-url'): string {
  const prefix = env().NEXTAUTH_URL?.startsWith('https://') ? '__Secure-' : ''
  return `${prefix}next-auth.${purpose}`
}
