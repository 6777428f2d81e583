import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Creates the data directory when it is missing. Throws one sentence when this account cannot write to it. */
export async function ensureDataDirectory(directory: string): Promise<void> {
  const path = resolve(directory)
  try {
    await makeDirectory(path)
    await access(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The data directory cannot be used (${reason}). Set LEADLINE_DATA_DIR to a directory that this account can write to.`,
    )
  }
}

/**
 * With its parents, which another process may be creating too: what is missing is tried again. The option `recursive`
 * of Node never ends below a directory such as /proc.
 */
async function makeDirectory(path: string, isSecondTry = false): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || isSecondTry) throw error
    if (!(await isDirectory(dirname(path)))) await makeDirectory(dirname(path))
    await makeDirectory(path, true)
  }
}

async function isDirectory(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined)
  return entry?.isDirectory() ?? false
}
