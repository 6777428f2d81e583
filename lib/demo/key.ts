import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { ensureDataDirectory } from '@/lib/core/data-directory'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'

/**
 * The API key of the demo: the one key that is kept in the clear, in a file of the data directory that only its owner
 * can read, so that the next run can show it again. A new one is generated when the file is gone or its key revoked.
 */
export async function ensureDemoKey(organizationId: number, dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'demo-key')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null && (await isActive(organizationId, kept))) return kept
  const { token } = await createApiKey(operatorOf(organizationId), 'demo')
  await ensureDataDirectory(dataDir)
  await rm(file, { force: true })
  await writeFile(file, token, { mode: 0o600, flag: 'wx' })
  return token
}

async function isActive(organizationId: number, token: string): Promise<boolean> {
  const tokenHash = hashToken(token)
  return (await db().prisma.apiKey.count({ where: { organizationId, tokenHash, revokedAt: null } })) > 0
}
