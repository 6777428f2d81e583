import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const leadline = fileURLToPath(new URL('../../cli/leadline.mjs', import.meta.url))

/** The link that sets up a server, as its operator reads it. */
export async function setupLinkOf({ url, databaseUrl }: { url: string; databaseUrl: string }): Promise<string> {
  const { stdout } = await run(process.execPath, [leadline, 'setup-link'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NEXTAUTH_URL: url },
  })
  return stdout.trim()
}
