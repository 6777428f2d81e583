import { createHash, randomBytes } from 'node:crypto'

/** A new secret of a link or a session: 256 random bits in base64url. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256, hexadecimal. The token is random, so a slow hash would add nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
