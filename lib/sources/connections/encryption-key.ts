import { createHash, hkdfSync } from 'node:crypto'
import { ensureSecret } from '@/lib/core/ensure-secret'
import { env } from '@/lib/core/env'

/** A key for AES-256, and what it is recognised by without telling anything of it. */
export type EncryptionKey = { key: Buffer; keyId: string }

let known: Promise<EncryptionKey> | undefined

/** The key of this installation: from the setting, else from the data directory, where it is generated at first. */
export function encryptionKey(): Promise<EncryptionKey> {
  known ??= readKey().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}

/** The key that a text of any length stands for. */
export function deriveKey(secret: string): EncryptionKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'leadline', 'sealed secrets', 32))
  return { key, keyId: createHash('sha256').update(key).digest('base64url').slice(0, 8) }
}

async function readKey(): Promise<EncryptionKey> {
  return deriveKey(env().ENCRYPTION_KEY ?? (await ensureSecret(env().LEADLINE_DATA_DIR, 'encryption-key')))
}
