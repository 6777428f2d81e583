import { AppError } from '@/lib/core/errors'
import { IssuerError, readKeySet } from './read-key-set'
import { type NewTrust, publicIssuers } from './schema'

/**
 * Says at once that the keys of an issuer cannot be read, so that a typo is not found by the first deployment. Those of
 * the public hosts are known to be right. Throws `invalid`.
 */
export async function checkIssuer({ host, issuer }: NewTrust): Promise<void> {
  if (issuer === publicIssuers[host]) return
  const keys = await readKeySet(issuer).catch((error: unknown) => {
    throw error instanceof IssuerError ? new AppError('invalid', error.message) : error
  })
  if (keys.size === 0) throw new AppError('invalid', `${issuer} has no key that tokens can be checked with.`)
}
