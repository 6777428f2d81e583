import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { AppError } from '@/lib/core/errors'

/**
 * Lets `write` fill a file that takes its name when it is whole, and leaves none when `write` throws. Its size in bytes.
 * Throws `conflict` when the file exists.
 */
export async function writeNewFile(file: string, write: (unfinished: string) => Promise<void>): Promise<number> {
  refuseExisting(file)
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    await write(unfinished)
    refuseExisting(file)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return (await stat(file)).size
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new AppError('conflict', `${file} exists. Name a new file; nothing was written.`)
}
