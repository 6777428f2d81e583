import { isSetUp } from '@/lib/accounts/organizations/setup'
import { setupLink } from '@/lib/accounts/organizations/setup-link'
import { db } from '@/lib/db/db'

/** Prints where to set this installation up, as long as it has no organization. */
export async function printSetupLink(): Promise<void> {
  try {
    if (await isSetUp()) return
    process.stdout.write(`\nSet up this server, and become its first owner:\n\n  ${await setupLink()}\n\n`)
  } finally {
    // An open connection would keep this process alive after the server has stopped.
    await db().close()
  }
}
