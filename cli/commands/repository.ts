import { Command } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { AppError } from '@/lib/core/errors'
import { type Coverage, coverageDays, readCoverage } from '@/lib/sources/repositories/coverage'
import type { Shares } from '@/lib/sources/repositories/coverage-of'
import { listRepositories, type RepositorySummary } from '@/lib/sources/repositories/list'
import { removeRepository } from '@/lib/sources/repositories/remove'
import { removeServicePaths } from '@/lib/sources/repositories/remove-service-paths'
import { setAliases } from '@/lib/sources/repositories/set-aliases'
import { setMonitored } from '@/lib/sources/repositories/set-monitored'
import { setServicePaths } from '@/lib/sources/repositories/set-service-paths'
import { refuseBoth } from '../options'
import { printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

/** `leadline repository …` */
export function repositoryCommand(): Command {
  const command = new Command('repository').description(
    'List repositories, set their aliases, remove them, and show how much of them is linked.',
  )
  onOrganization(command, 'list', 'List the repositories of an organization.')
    .option('--json', 'print the repositories as a JSON array')
    .action(async ({ org, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const repositories = await listRepositories((await findOrganization(org)).id)
        printResult(repositories, json, () => listText(repositories, org))
      })
    })
  const set = onOrganization(
    command,
    'set',
    'Set the aliases of a repository, and whether it is updated from its host.',
  )
  for (const option of ['alias', 'monitored']) refuseBoth(set, option)
  set
    .requiredOption('--repository <name>', 'full name: api or owner/api')
    .option('--alias <names...>', 'all service names that mean it besides its own; deployments are linked again')
    .option('--no-alias', 'no other name means it')
    .option('--monitored', 'take news from the host')
    .option('--no-monitored', 'take no more news; what is known stays')
    .option('--json', 'print the repository as JSON')
    .action(async (options: SetOptions, command: Command) => {
      if (options.alias === undefined && options.monitored === undefined) {
        command.error('error: Name what to set: --alias, --no-alias, --monitored, --no-monitored')
      }
      await withMigratedDatabase(async () => applySettings(options))
    })
  onOrganization(command, 'paths', 'Say where in a repository a service lives; its deployments are linked again.')
    .requiredOption('--repository <name>', 'full name: api or owner/api')
    .requiredOption('--service <name>', 'service as pipelines send it')
    .option('--glob <globs...>', 'paths from the root of the repository, such as "services/api/**"')
    .option('--remove', 'forget its paths: it is the whole repository again')
    .option('--json', 'print {"service": …, "globs": …, "linkedAgain": …}')
    .action(async (options: PathOptions, command: Command) => {
      const { glob, remove = false } = options
      if (remove === (glob !== undefined)) command.error('error: Name either --glob or --remove')
      await withMigratedDatabase(async () => applyPaths(options))
    })
  onOrganization(
    command,
    'remove',
    'Remove a repository with its commits and pull requests; deployments stay and are linked again to what is left.',
  )
    .requiredOption('--repository <name>', 'full name: api or owner/api')
    .requiredOption('--confirm <name>', 'the same name again')
    .option('--json', 'print {"removed": …, "linkedAgain": …}')
    .action(async ({ org, repository: name, confirm, json = false }: RemoveOptions) => {
      await withMigratedDatabase(async () => {
        const { organizationId, repository } = await findRepository(org, name)
        const { fullName, relinked } = await removeRepository(operatorOf(organizationId), repository.id, confirm)
        const linkedAgain = await relinked
        printResult({ removed: fullName, linkedAgain }, json, () => `Removed ${fullName}.`)
      })
    })
  onOrganization(command, 'coverage', `Show how many production successes of ${coverageDays} days have pull requests.`)
    .option('--json', 'print shares, repositories and reasons as JSON')
    .action(async ({ org, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const coverage = await readCoverage(await findOrganization(org), new Date())
        printResult(coverage, json, () => coverageText(coverage))
      })
    })
  return command
}

type Options = { org: string; json?: boolean }
type SetOptions = Options & { repository: string; alias?: string[] | false; monitored?: boolean }
type RemoveOptions = Options & { repository: string; confirm: string }
type PathOptions = Options & { repository: string; service: string; glob?: string[]; remove?: boolean }

function onOrganization(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).requiredOption('--org <slug>', 'slug of the organization')
}

async function findRepository(org: string, name: string) {
  const { id: organizationId } = await findOrganization(org)
  const requested = name.trim().toLowerCase()
  const repository = (await listRepositories(organizationId)).find(
    ({ fullName }) => fullName.toLowerCase() === requested,
  )
  if (!repository)
    throw new AppError(
      'not_found',
      `${org} has no repository "${name}". Full names: leadline repository list --org ${org}`,
    )
  return { organizationId, repository }
}

async function applySettings({ org, repository: name, alias, monitored, json = false }: SetOptions): Promise<void> {
  const aliases = alias === false ? [] : alias
  const { organizationId, repository } = await findRepository(org, name)
  if (aliases) await (await setAliases(operatorOf(organizationId), repository.id, aliases)).relinked
  if (monitored !== undefined) await setMonitored(operatorOf(organizationId), repository.id, monitored)
  const after = await findRepository(org, name)
  printResult(after.repository, json, () => listText([after.repository], org))
}

async function applyPaths({ org, repository: name, service, glob, remove, json = false }: PathOptions): Promise<void> {
  const { organizationId, repository } = await findRepository(org, name)
  if (remove) {
    const linkedAgain = await (await removeServicePaths(operatorOf(organizationId), repository.id, service)).relinked
    printResult({ service, globs: [], linkedAgain }, json, () => `${service} has no paths of its own any more.`)
    return
  }
  const set = await setServicePaths(operatorOf(organizationId), repository.id, service, glob ?? [])
  const { matching, of } = set.matches
  const result = { service: set.service, globs: set.globs, linkedAgain: await set.relinked }
  printResult(result, json, () => `${set.service}: ${matching} of the latest ${of} pull requests touch these paths.`)
}

function listText(repositories: RepositorySummary[], org: string): string {
  if (repositories.length === 0) return `${org} has no repository. Import one: leadline import git --org ${org} …`
  const refused = repositories.flatMap(({ fullName, servicePaths }) =>
    servicePaths.flatMap((paths) =>
      paths.refused.map(
        (glob) =>
          `${fullName}, ${paths.service}: the path “${glob}” is not a valid pattern and matches nothing. Set it again.`,
      ),
    ),
  )
  const list = table(
    ['REPOSITORY', 'SOURCE', 'PRS', 'UP TO DATE', 'ALIASES', 'PATHS OF'],
    repositories.map(({ fullName, connection, pullRequests, aliases, servicePaths, ...rest }) => [
      fullName,
      connection ? `${connection.host} ${connection.name}` : 'clone',
      String(pullRequests),
      stateText({ connection, ...rest }),
      aliases.join(', ') || '—',
      servicePaths.map(({ service }) => service).join(', ') || '—',
    ]),
  )
  return [list, ...refused].join('\n')
}

type Sourced = Pick<RepositorySummary, 'connection' | 'monitored' | 'importedAt' | 'sync'>

function stateText({ connection, monitored, importedAt, sync }: Sourced): string {
  if (!connection) return importedAt?.toISOString() ?? 'never'
  if (!monitored) return 'not monitored'
  if (sync?.state === 'running') return `reading ${sync.phase ?? ''} ${sync.done}/${sync.total ?? '?'}`
  return sync?.problem ?? sync?.finishedAt?.toISOString() ?? sync?.state ?? 'never'
}

function coverageText({ shares, repositories, reasons }: Coverage): string {
  if (shares.all === 0) return `No successful deployment to production in ${coverageDays} days.`
  const row = (name: string, own: Shares) => [
    name,
    `${Math.round((own.linked / own.all) * 100)} %`,
    ...[own.all, own.linked, own.commits, own.nothingNew, own.missing].map(String),
  ]
  const picture = table(
    ['REPOSITORY', 'LINKED', 'ALL', 'WITH PRS', 'COMMITS ONLY', 'NOTHING NEW', 'NOT LINKED'],
    [
      ...repositories.map(({ repository, shares: own }) => row(repository?.fullName ?? 'in no repository', own)),
      row('all', shares),
    ],
  )
  if (reasons.length === 0) return picture
  const causes = table(
    ['DEPLOYMENTS', 'REASON', 'FIX'],
    reasons.map(({ count, reason, advice }) => [String(count), reason, advice.fix ?? '—']),
  )
  return `${picture}\n\n${causes}`
}
