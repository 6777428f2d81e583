import { Command } from 'commander'
import { isSetUp } from '@/lib/accounts/organizations/setup'
import { setupLink } from '@/lib/accounts/organizations/setup-link'
import { AppError } from '@/lib/core/errors'
import { printResult } from '../output'
import { withMigratedDatabase } from '../with-database'

/** `leadline setup-link` */
export function setupLinkCommand(): Command {
  return new Command('setup-link')
    .description('Print the link that sets up a new server: its first organization and that organization’s owner.')
    .option('--json', 'print {"link": …}')
    .action(async ({ json = false }: { json?: boolean }) => {
      await withMigratedDatabase(async () => {
        if (await isSetUp()) throw setUpAlready()
        const link = await setupLink()
        printResult({ link }, json, () => link)
      })
    })
}

function setUpAlready(): AppError {
  return new AppError(
    'conflict',
    'This server is set up already. To invite someone, use leadline member invite --org … --email … --role owner',
  )
}
