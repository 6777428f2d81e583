import { existsSync } from 'node:fs'
import path from 'node:path'

/** Reads `.env` in the working directory when there is one; what the environment already says wins. */
export function loadEnvFile(): void {
  const file = path.resolve('.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
