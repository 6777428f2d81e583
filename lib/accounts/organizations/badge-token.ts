import { generateChecked, isWellFormed } from '@/lib/core/checked-token'

const prefix = 'ldb_'

/** A new token for the addresses of badges. */
export function generateBadgeToken(): string {
  return generateChecked(prefix)
}

/** Whether a text has the form of one: strangers who send anything else cost the database nothing. */
export function isBadgeToken(text: string): boolean {
  return isWellFormed(prefix, text)
}
