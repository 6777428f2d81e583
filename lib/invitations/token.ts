import { createHash, randomBytes } from 'node:crypto'

/** A new invitation token: 256 random bits in base64url. */
export function generateInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256, hexadecimal. The token is random, so a slow hash would add nothing. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
