import { Command } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { leftOutWords } from '@/lib/insights/reports/wording'
import { listServices } from '@/lib/insights/services/list'
import type { KnownService } from '@/lib/insights/services/load-known'
import { setTeam } from '@/lib/insights/services/set-team'
import { filled } from '../options'
import { printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

/** `leadline service …` */
export function serviceCommand(): Command {
  const command = new Command('service').description(
    'List the services that deployments name, and say which team each belongs to.',
  )
  command
    .command('list')
    .description('List the services of an organization with team, repository and last deployment to production.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--json', 'print the services as a JSON array')
    .action(async ({ org, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const { listed, leftOut } = await listServices((await findOrganization(org)).id)
        printResult(listed, json, () => listText(listed, org))
        if (leftOut > 0) process.stderr.write(`${leftOutWords(leftOut, 'deployed last')}\n`)
      })
    })
  command
    .command('set-team')
    .description('Say which team a service belongs to; metrics can be filtered by team.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--service <name>', 'service as pipelines send it; case does not matter')
    .option('--team <name>', 'team that it belongs to', filled)
    .option('--clear', 'it belongs to no team any more')
    .option('--json', 'print {"service": …, "team": …}')
    .action(async (options: TeamOptions, command: Command) => {
      if ((options.clear === true) === (options.team !== undefined))
        command.error('error: Name either --team or --clear')
      await withMigratedDatabase(async () => applyTeam(options))
    })
  return command
}

type Options = { org: string; json?: boolean }
type TeamOptions = Options & { service: string; team?: string; clear?: boolean }

async function applyTeam({ org, service, team, json = false }: TeamOptions): Promise<void> {
  const set = await setTeam(operatorOf((await findOrganization(org)).id), service, team ?? '')
  printResult(set, json, () => `${set.service} belongs to ${set.team === null ? 'no team' : `team ${set.team}`}.`)
}

function listText(services: KnownService[], org: string): string {
  if (services.length === 0) return `${org} has no deployment that names a service.`
  return table(
    ['SERVICE', 'TEAM', 'REPOSITORY', 'LAST DEPLOYED', 'STATUS'],
    services.map(({ name, team, repository, last }) => [
      name,
      team ?? '—',
      repository ?? '—',
      last?.at.toISOString() ?? '—',
      last?.status ?? '—',
    ]),
  )
}
