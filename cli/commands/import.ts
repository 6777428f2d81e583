import path from 'node:path'
import { Command } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { importGit } from '@/lib/sources/git-import/import-git'
import { printResult } from '../output'
import { progressBar } from '../progress-bar'
import { withMigratedDatabase } from '../with-database'
import { importDeploymentsCommand } from './import-deployments'
import { importHostCommand } from './import-host'

type GitOptions = { org: string; repository: string; path: string; branch?: string; json?: boolean }

const shallowNote =
  'The clone is shallow: what was deployed before its oldest commit is linked to fewer pull requests or none. ' +
  'Run git fetch --unshallow in it, and import it again.'

/** `leadline import …` */
export function importCommand(callerDirectory: string): Command {
  const command = new Command('import').description('Bring in commits, pull requests and past deployments.')
  command
    .command('git')
    .description('Import commits and merged pull requests from a local git clone, of any host. Run it again for news.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption(
      '--repository <name>',
      'full name, such as owner/api; api alone means the one repository that goes by it',
    )
    .requiredOption('--path <directory>', 'path of the clone')
    .option('--branch <name>', 'branch that pull requests are merged into (default: the default branch of the clone)')
    .option('--json', 'print {"repository": full name, "commits": new, "pullRequests": new or changed, "shallow"}')
    .action(async ({ org, json = false, ...options }: GitOptions) => {
      await withMigratedDatabase(async () => {
        const { id: organizationId } = await findOrganization(org)
        const progress = progressBar(json)
        const result = await importGit({
          ...options,
          organizationId,
          path: path.resolve(callerDirectory, options.path),
          onProgress: progress.update,
        }).finally(progress.stop)
        printResult(
          {
            repository: result.repository,
            commits: result.commits,
            pullRequests: result.pullRequests,
            shallow: result.shallow,
          },
          json,
          () =>
            `${result.repository}: ${result.commits} new commits, ${result.pullRequests} new or changed pull requests ` +
            `(${result.totalCommits} and ${result.totalPullRequests} in all, from ${result.defaultBranch})`,
        )
        if (result.shallow) process.stderr.write(`${shallowNote}\n`)
      })
    })
  return command
    .addCommand(importHostCommand('github'))
    .addCommand(importHostCommand('gitlab'))
    .addCommand(importDeploymentsCommand(callerDirectory))
}
