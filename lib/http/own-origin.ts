import { baseUrl } from '@/lib/core/base-url'
import { AppError } from '@/lib/core/errors'
import { parseUrl } from '@/lib/core/parse-url'

/** Whether an `Origin` header names this installation, at its public address. */
export function isOwnOrigin(origin: string | null | undefined): boolean {
  return hostOf(origin) === new URL(baseUrl()).host
}

/** The host in an `Origin` header; null for none, for `null` and for what is no address. */
export function hostOf(origin: string | null | undefined): string | null {
  return (origin && parseUrl(origin)?.host) || null
}

/** The refusal of a form that another site sent, or a script. */
export function foreignForm(): AppError {
  return new AppError('forbidden', `Forms are accepted from ${baseUrl()} only. Open that address and try there.`)
}
