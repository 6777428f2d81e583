import { bearerOf, generateChecked, isWellFormed } from '@/lib/core/checked-token'

const prefix = 'ldl_'

/** A new API key: 238 random bits with a checksum. */
export function generateToken(): string {
  return generateChecked(prefix)
}

/** Whether a text has the form of a key and its checksum fits. Says nothing about whether the key exists. */
export function isWellFormedToken(text: string): boolean {
  return isWellFormed(prefix, text)
}

/** What people recognise a key by: `ldl_…x7Qa`. */
export function displayToken(token: string): string {
  return `${prefix}…${token.slice(-4)}`
}

/** The well-formed key in an `Authorization` header, checksum included; null when anything is off. */
export function bearerToken(header: string | null): string | null {
  const token = bearerOf(header)
  return token !== null && isWellFormedToken(token) ? token : null
}
