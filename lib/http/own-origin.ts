import { baseUrl } from '@/lib/core/base-url'
import { AppError } from '@/lib/core/errors'
import { parseUrl } from '@/lib/core/parse-url'

/**
 * Whether an `Origin` header names this installation, at its public address. Where that is encrypted, a page that was not
 * is that of anyone on the line.
 */
export function isOwnOrigin(origin: string | null | undefined, address = baseUrl()): boolean {
  const own = new URL(address)
  return hostOf(origin) === own.host && (own.protocol === 'http:' || origin?.startsWith('https:') === true)
}

/** The host in an `Origin` header; null for none, for `null` and for what is no address. */
export function hostOf(origin: string | null | undefined): string | null {
  return (origin && parseUrl(origin)?.host) || null
}

/** The refusal of a form that another site sent, or a script. */
export function foreignForm(): AppError {
  return new AppError('forbidden', `Forms are accepted from ${baseUrl()} only. Open that address and try there.`)
}
