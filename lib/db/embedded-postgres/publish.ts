import { existsSync } from 'node:fs'
import { rename, rm, symlink } from 'node:fs/promises'

/** Moves a finished folder to its place in one step. False when another process was faster: its folder stays. */
export async function moveIntoPlace(finished: string, target: string): Promise<boolean> {
  return publish(finished, target, rename(finished, target))
}

/** Puts a link to a finished folder in place, with the same rules. */
export async function linkIntoPlace(finished: string, target: string): Promise<boolean> {
  return publish(finished, target, symlink(finished, target))
}

async function publish(finished: string, target: string, attempt: Promise<void>): Promise<boolean> {
  try {
    await attempt
    return true
  } catch (error) {
    await rm(finished, { recursive: true })
    if (existsSync(target)) return false
    throw error
  }
}
