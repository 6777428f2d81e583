import { Command } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { env } from '@/lib/core/env'
import { importFromHost } from '@/lib/sources/hosts/import'
import { printResult } from '../output'
import { progressBar } from '../progress-bar'
import { readToken } from '../read-secret'
import { withMigratedDatabase } from '../with-database'

type HostOptions = { org: string; repository: string; baseUrl?: string; json?: boolean }

const hosts = {
  github: { name: 'GitHub', items: 'pull requests', variable: 'GITHUB_TOKEN', example: 'owner/api' },
  gitlab: { name: 'GitLab', items: 'merge requests', variable: 'GITLAB_TOKEN', example: 'group/api' },
} as const

/** `leadline import github` and `leadline import gitlab` */
export function importHostCommand(host: keyof typeof hosts): Command {
  const { name, items, variable, example } = hosts[host]
  return new Command(host)
    .description(`Import commits and ${items} from ${name}. Run it again for news, or to go on where it stopped.`)
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--repository <name>', `name at ${name}: ${example}`)
    .option('--base-url <url>', `web address of a self-managed ${name}`)
    .option('--json', 'print {"commits": new, "pullRequests": new or changed}')
    .addHelpText(
      'after',
      `\nA repository that is connected is read through its connection. Else the token is taken from ${variable}\n` +
        'or from standard input, and is not stored.',
    )
    .action(async ({ org, json = false, ...options }: HostOptions) => {
      const stop = new AbortController()
      process.once('SIGINT', () => stop.abort())
      await withMigratedDatabase(async () => {
        const { id: organizationId } = await findOrganization(org)
        const progress = progressBar(json)
        const result = await importFromHost({
          ...options,
          organizationId,
          host,
          readToken: async () => env()[variable] ?? readToken(`${name} token`),
          onProgress: ({ phase, done, total }) => {
            progress.update({ phase: phase ?? 'links', done, total: Math.max(total ?? 0, done) })
          },
          stop: stop.signal,
        }).finally(progress.stop)
        printResult(
          result,
          json,
          () => `${options.repository}: ${result.commits} new commits, ${result.pullRequests} new or changed ${items}`,
        )
      })
    })
}
