import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The secret that signs sessions, from the data directory; generated there, readable by its owner alone, at first. */
export async function ensureSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'nextauth-secret')
  await mkdir(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('base64url')
  try {
    await writeFile(file, secret, { flag: 'wx', mode: 0o600 })
    return secret
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(file, 'utf8')
    throw error
  }
}
