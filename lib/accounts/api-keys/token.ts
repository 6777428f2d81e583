import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'ldl_'
const secretLength = 40
const checksumLength = 6
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const syntax = /^ldl_[0-9A-Za-z]{46}$/

/** A new API key: prefix, 40 random base62 characters (238 bits), 6 base62 characters of CRC-32 over what precedes. */
export function generateToken(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return prefix + secret + checksum(prefix + secret)
}

/** Whether a text has the form of a key and its checksum fits. Says nothing about whether the key exists. */
export function isWellFormedToken(text: string): boolean {
  return syntax.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

/** What is stored of a key: its SHA-256, hexadecimal. The secret is random, so a slow hash would add nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What people recognise a key by: `ldl_…x7Qa`. */
export function displayToken(token: string): string {
  return `${prefix}…${token.slice(-4)}`
}

/** The well-formed key in an `Authorization` header, checksum included; null when anything is off. */
export function bearerToken(header: string | null): string | null {
  const token = header?.match(/^bearer +(\S+)$/i)?.[1]
  return token !== undefined && isWellFormedToken(token) ? token : null
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
