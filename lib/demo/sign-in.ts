import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isPassword } from '@/lib/accounts/users/password'
import { setPassword } from '@/lib/accounts/users/set-password'
import { ensureDataDirectory } from '@/lib/core/data-directory'
import { db } from '@/lib/db/db'
import { demoOwnerEmail } from './ensure'

/**
 * How to sign in to the demo. Like its key, its password is kept in a file of the data directory that only its owner
 * can read; a new one is set when the file is gone or the password was changed.
 */
export async function ensureDemoSignIn(dataDir: string): Promise<{ email: string; password: string }> {
  const email = demoOwnerEmail
  const { prisma } = db()
  const file = path.join(dataDir, 'demo-password')
  const kept = await readFile(file, 'utf8').catch(() => null)
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { email } })
  if (kept !== null && (await isPassword(kept, passwordHash))) return { email, password: kept }
  const password = randomBytes(12).toString('base64url')
  await setPassword(email, password)
  await ensureDataDirectory(dataDir)
  await rm(file, { force: true })
  await writeFile(file, password, { mode: 0o600, flag: 'wx' })
  return { email, password }
}
