import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureDataDirectory } from '@/lib/core/data-directory'

/** A secret of this installation from the data directory; generated there, readable by its owner alone, at first. */
export async function ensureSecret(dataDir: string, name: 'nextauth-secret' | 'encryption-key'): Promise<string> {
  const file = path.join(dataDir, name)
  await ensureDataDirectory(dataDir)
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // Whole at once, and only for the first of several processes.
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}
