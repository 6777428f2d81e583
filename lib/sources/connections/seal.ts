import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { EncryptionKey } from './encryption-key'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts and authenticates a text with AES-256-GCM: `v1.<key id>.<iv, text and tag in base64url>`. It opens only with
 * the same key and the same `purpose`: what it is for and whom it belongs to.
 */
export function seal({ key, keyId }: EncryptionKey, purpose: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, keyId, sealed.toString('base64url')].join('.')
}

/** The text that was sealed; `other key` when another one was in use then, `broken` when anything else does not fit. */
export function unseal({ key, keyId }: EncryptionKey, purpose: string, sealed: string): { text: string } | Unreadable {
  const [sealedVersion, sealedKeyId, payload = '', ...rest] = sealed.split('.')
  if (sealedVersion !== version || rest.length > 0) return 'broken'
  if (sealedKeyId !== keyId) return 'other key'
  const bytes = Buffer.from(payload, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return 'broken'
  const end = bytes.length - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(end))
  try {
    return { text: Buffer.concat([decipher.update(bytes.subarray(ivBytes, end)), decipher.final()]).toString('utf8') }
  } catch {
    return 'broken'
  }
}

export type Unreadable = 'other key' | 'broken'
