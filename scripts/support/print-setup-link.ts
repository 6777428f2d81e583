import { isSetUp } from '@/lib/accounts/organizations/setup'
import { setupLink } from '@/lib/accounts/organizations/setup-link'
import { formatLogLine } from '@/lib/core/log'
import { db } from '@/lib/db/db'
import { speaksInLog } from './steps'

const lineOf = (event: string) => JSON.parse(formatLogLine('info', event))

/** Prints where to set this installation up, as long as it has no organization. */
export async function printSetupLink(): Promise<void> {
  try {
    if (await isSetUp()) return
    const link = await setupLink()
    // The log would mask its token, and this is where it is read.
    if (speaksInLog()) process.stderr.write(`${JSON.stringify({ ...lineOf('set up this server'), link })}\n`)
    else process.stdout.write(`\nSet up this server, and become its first owner:\n\n  ${link}\n\n`)
  } finally {
    // An open connection would keep this process alive after the server has stopped.
    await db().close()
  }
}
