import { AppError } from '@/lib/core/errors'
import { parseUrl } from '@/lib/core/parse-url'

/** Throws `invalid` for what next-auth would take for a fault of its own, and answer with 500. */
export function refuseSignInAddress(action: string, { searchParams, origin }: URL): void {
  // It leads on to the page of errors with this as it is.
  if (action === 'error' && !searchParams.getAll('error').every((code) => /^[\w-]{1,64}$/.test(code)))
    throw new AppError('invalid', 'error is not the code of an error')
  if (!searchParams.getAll('callbackUrl').every((address) => address === '' || isOfTheWeb(address, origin)))
    throw new AppError('invalid', 'callbackUrl is neither a path nor a web address')
}

function isOfTheWeb(address: string, origin: string): boolean {
  const url = parseUrl(address, address.startsWith('/') ? origin : undefined)
  return url !== null && /^https?:$/.test(url.protocol)
}
