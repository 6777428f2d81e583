import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '@/lib/core/errors'
import { encryptionKey } from './encryption-key'
import { seal, unseal } from './seal'

const secretsSchema = z.object({
  token: z.string().optional(),
  privateKey: z.string().optional(),
  webhookSecret: z.string(),
})

/** What a connection keeps to itself: the token, or the private key of a GitHub App; and what its webhooks prove. */
export type ConnectionSecrets = z.infer<typeof secretsSchema>

/** Whose secrets they are: sealed for one connection they open for no other. */
export type Owner = { organizationId: number; publicId: string }

/** Secrets as they are stored. */
export async function sealSecrets(owner: Owner, secrets: ConnectionSecrets): Promise<string> {
  return seal(await encryptionKey(), purposeOf(owner), JSON.stringify(secrets))
}

/** Stored secrets in the clear. Throws `unavailable`, with what to do, when another key than today's sealed them. */
export async function unsealSecrets(owner: Owner, sealed: string): Promise<ConnectionSecrets> {
  const opened = unseal(await encryptionKey(), purposeOf(owner), sealed)
  if (typeof opened !== 'string') return secretsSchema.parse(JSON.parse(opened.text))
  throw new AppError(
    'unavailable',
    opened === 'other key'
      ? 'The secrets of this connection were stored under another ENCRYPTION_KEY. Set that one again, or remove the connection and connect again.'
      : 'The stored secrets of this connection are damaged. Remove the connection and connect again.',
  )
}

/** A new webhook secret. It has the form that GitLab wants of signing tokens; elsewhere it is any text. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** What stands for a new connection in URLs. */
export function generatePublicId(): string {
  return randomBytes(12).toString('base64url')
}

function purposeOf({ organizationId, publicId }: Owner): string {
  return `connection ${organizationId} ${publicId}`
}
