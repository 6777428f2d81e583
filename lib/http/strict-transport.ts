import { env } from '@/lib/core/env'

const oneYearSeconds = 31_536_000

/** Whether people reach this installation over https. */
export function isHttps(): boolean {
  return env().NEXTAUTH_URL?.startsWith('https://') ?? false
}

/** Tells browsers to come over https alone, where they can; settings decide, so a build cannot. */
export function setStrictTransport(headers: Headers): void {
  if (isHttps()) headers.set('Strict-Transport-Security', `max-age=${oneYearSeconds}`)
}
