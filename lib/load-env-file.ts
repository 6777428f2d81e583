import { existsSync } from 'node:fs'
import path from 'node:path'
import { SettingsError } from '@/lib/env'

/** Reads `.env` in the working directory when there is one; what the environment already says wins. */
export function loadEnvFile(): void {
  const file = path.resolve('.env')
  if (!existsSync(file)) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new SettingsError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
