import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ensureDataDirectory } from '@/lib/core/data-directory'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'

const names = ['nextauth-secret', 'encryption-key'] as const
type Name = (typeof names)[number]

/**
 * The keys of an installation in its backup. Those of the data directory are in it, or tokens in the database could not
 * be decrypted; those of settings are their keeper's, and the backup only recognises the one that tokens need.
 */
export const backupKeysSchema = z.object({
  generated: z.partialRecord(z.enum(names), z.string()),
  encryptionDigest: z.string().nullable(),
})
export type BackupKeys = z.infer<typeof backupKeysSchema>

/** The keys of this installation, for a backup. */
export async function readKeys(): Promise<BackupKeys> {
  const generated: BackupKeys['generated'] = {}
  for (const name of names) {
    const key = ofSettings(name) === undefined ? await readGenerated(name) : undefined
    if (key !== undefined) generated[name] = key
  }
  const encryption = ofSettings('encryption-key') ?? generated['encryption-key']
  return { generated, encryptionDigest: encryption === undefined ? null : digest(encryption) }
}

/** Throws `conflict` where this installation could not decrypt what the backup holds. */
export async function checkKeys({ generated, encryptionDigest }: BackupKeys): Promise<void> {
  if (encryptionDigest === null) return
  const setting = ofSettings('encryption-key')
  const present = setting ?? (await readGenerated('encryption-key'))
  const used = present ?? generated['encryption-key']
  if (used !== undefined && timingSafeEqual(Buffer.from(digest(used)), Buffer.from(encryptionDigest))) return
  const help = 'Tokens of connections could not be decrypted; with --other-key they have to be entered again.'
  if (setting !== undefined) {
    throw new AppError('conflict', `ENCRYPTION_KEY is not the one of the backup. Nothing was restored. ${help}`)
  }
  if (present === undefined) {
    throw new AppError('conflict', `Set ENCRYPTION_KEY as it was at the backup. Nothing was restored. ${help}`)
  }
  throw new AppError(
    'conflict',
    `${fileOf('encryption-key')} is not the key of the backup. Set ENCRYPTION_KEY, or restore into another LEADLINE_DATA_DIR. Nothing was restored. ${help}`,
  )
}

/** Puts the keys of the backup into the data directory where this installation has none. */
export async function restoreKeys({ generated }: BackupKeys): Promise<void> {
  await ensureDataDirectory(env().LEADLINE_DATA_DIR)
  for (const name of names) {
    const key = generated[name]
    if (key === undefined || ofSettings(name) !== undefined || (await readGenerated(name)) !== undefined) continue
    await writeFile(fileOf(name), key, { flag: 'wx', mode: 0o600 })
  }
}

function ofSettings(name: Name): string | undefined {
  return name === 'encryption-key' ? env().ENCRYPTION_KEY : env().NEXTAUTH_SECRET
}

async function readGenerated(name: Name): Promise<string | undefined> {
  return readFile(fileOf(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function fileOf(name: Name): string {
  return path.join(env().LEADLINE_DATA_DIR, name)
}

/** Of 32 random bytes, or of what an operator chose: a backup is kept as its keys are. */
function digest(key: string): string {
  return createHash('sha256').update(`leadline backup\0${key}`).digest('base64url')
}
