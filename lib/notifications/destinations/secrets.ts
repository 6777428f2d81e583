import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '@/lib/core/errors'
import { encryptionKey } from '@/lib/sources/connections/encryption-key'
import { seal, unseal } from '@/lib/sources/connections/seal'

const secretsSchema = z.object({ url: z.string(), signingSecret: z.string().optional() })

/** The address of a destination, and what its webhooks are signed with. */
export type DestinationSecrets = z.infer<typeof secretsSchema>

type Owner = { organizationId: number; publicId: string }

/** Secrets as they are stored: sealed for one destination they open for no other. */
export async function sealDestination(owner: Owner, secrets: DestinationSecrets): Promise<string> {
  return seal(await encryptionKey(), purposeOf(owner), JSON.stringify(secrets))
}

/** Stored secrets in the clear. Throws `unavailable`, with what to do, when they cannot be opened. */
export async function unsealDestination(owner: Owner, sealed: string): Promise<DestinationSecrets> {
  const opened = unseal(await encryptionKey(), purposeOf(owner), sealed)
  if (typeof opened !== 'string') return secretsSchema.parse(JSON.parse(opened.text))
  throw new AppError(
    'unavailable',
    opened === 'other key'
      ? 'The address of this destination was stored under another ENCRYPTION_KEY. Set that one again, or enter the address again.'
      : 'The stored address of this destination is damaged. Enter it again.',
  )
}

/** A new signing secret in the form of Standard Webhooks. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** What stands for a new destination or notification in what is sent. */
export function generatePublicId(): string {
  return randomBytes(18).toString('base64url')
}

/**
 * The signature of a webhook: `v1,` and the HMAC with SHA-256 of id, timestamp and body in Base64.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook(secret: string, { id, timestamp, body }: { id: string; timestamp: number; body: string }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

function purposeOf({ organizationId, publicId }: Owner): string {
  return `destination ${organizationId} ${publicId}`
}
