import { generateChecked, isWellFormed } from '@/lib/core/checked-token'

const prefixes = { code: 'ldc_', access: 'ldo_', refresh: 'ldr_' }
const familyLength = 20

type Kind = keyof typeof prefixes

/** A new authorization code, access token or refresh token; one of a `family` begins as the others of it do. */
export function generateSecret(kind: Kind, family = ''): string {
  return generateChecked(prefixes[kind], family)
}

/** Whether a text has the form of one. Strangers who send anything else cost the database nothing. */
export function isSecret(kind: Kind, text: string): boolean {
  return isWellFormed(prefixes[kind], text)
}

/** The part that a refresh token has in common with all those before and after it: 119 of its 238 random bits. */
export function familyOf(refreshToken: string): string {
  const start = prefixes.refresh.length
  return refreshToken.slice(start, start + familyLength)
}
