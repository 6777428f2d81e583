import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const secretLength = 40
const checksumLength = 6
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const syntax = /^[0-9A-Za-z]{46}$/

/**
 * A new secret that people and programs recognize: prefix, 40 random base62 characters (238 bits), 6 base62 characters of
 * CRC-32 over what precedes. The random part may begin with `start`, in place of as many characters.
 */
export function generateChecked(prefix: string, start = ''): string {
  const random = Array.from({ length: secretLength - start.length }, () => alphabet.charAt(randomInt(alphabet.length)))
  const secret = `${prefix}${start}${random.join('')}`
  return secret + checksum(secret)
}

/** Whether a text has the form of such a secret and its checksum fits. Says nothing about whether it exists. */
export function isWellFormed(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !syntax.test(text.slice(prefix.length))) return false
  return checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

/** What stands behind `Bearer` in an `Authorization` header; null for nothing, or for another scheme. */
export function bearerOf(header: string | null): string | null {
  return header?.match(/^bearer +(\S+)$/i)?.[1] ?? null
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
