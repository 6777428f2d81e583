import { createHash } from 'node:crypto'
import { db } from '@/lib/db/db'

/** A browser in which `account`, an e-mail address, signed in with the password that the fingerprint is of. */
export type KnownBrowser = { account: string; browserId: string; fingerprint: string }

/** The id of a browser in which this account signed in with the password that it has now; null for any other. */
export async function knownBrowserId(account: string, known: KnownBrowser | null): Promise<string | null> {
  if (known?.account !== account) return null
  const user = await db().prisma.user.findUnique({ where: { email: account }, select: { passwordHash: true } })
  if (!user?.passwordHash) return null
  return fingerprintPassword(user.passwordHash) === known.fingerprint ? known.browserId : null
}

/** Tells whether a password is still the same, salted as its hash is. */
export function fingerprintPassword(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url')
}
