import { Command, InvalidArgumentError, Option } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { refreshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { findUnknownRepository } from '@/lib/insights/reports/find-unknown-repository'
import { leftOutWords } from '@/lib/insights/reports/wording'
import { findUnknownService } from '@/lib/insights/services/find'
import { findUnknownTeam } from '@/lib/insights/teams/find'
import { parsePullRequestFilters, pullRequestStates } from '@/lib/pull-requests/filters'
import { findLive, type LiveAnswer } from '@/lib/pull-requests/find-live'
import { listPullRequests } from '@/lib/pull-requests/list'
import { listUndeployed, type UndeployedGroup, waitingDays } from '@/lib/pull-requests/list-undeployed'
import type { PullRequestSummary } from '@/lib/pull-requests/load-summaries'
import type { FirstDeployment } from '@/lib/pull-requests/shipped-by'
import { filled, listLimit, refuseOptions } from '../options'
import { durationText, fields, printResult, table } from '../output'
import { refuseUnknown } from '../unknown-names'
import { withMigratedDatabase } from '../with-database'

/** Not 1, which stands for a failure: an unreachable database must not pass for an answer. */
const notLiveExitCode = 3

const liveHelp = `
Exit codes: 0 it is live, ${notLiveExitCode} it is not, 1 failed (an unknown repository or number
among others), 2 the command was not understood.`

const listHelp = `
Exit codes: 0 listed, 1 failed (an unknown repository or service among others),
2 the command was not understood.`

/** `leadline pr …` */
export function pullRequestCommand(): Command {
  const command = new Command('pr').description('Look at pull requests and whether they are in production.')
  command
    .command('live')
    .description('Tell whether a pull request is in production, since when and by which deployment, or why not.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--repository <name>', 'repository: acme/api, its last part or an alias')
    .requiredOption('--number <number>', 'number of the pull request', pullRequestNumber)
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', liveHelp)
    .action(async ({ org, repository, number, json = false }: LiveOptions) => {
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        await refreshFirstDeployments(id)
        const answer = await findLive(id, repository, number)
        printResult(answer, json, () => liveText(answer))
        if (!answer.live) process.exitCode = notLiveExitCode
      })
    })
  command
    .command('list')
    .description('List pull requests, the latest merge first, each with the deployment that delivered it.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .addOption(
      new Option('--state <state>', 'undeployed: merged, not in production; closed: without a merge').choices(
        pullRequestStates,
      ),
    )
    .option('--repository <name>', 'only this repository: acme/api, its last part or an alias', filled)
    .option('--team <name>', 'only what services of this team shipped or have yet to ship', filled)
    .option('--author <name>', 'only by this author', filled)
    .option('--q <text>', 'a number, or a part of the title', filled)
    .option('--limit <number>', 'at most so many', listLimit, 50)
    .option('--json', 'print the pull requests as a JSON array')
    .addHelpText('after', listHelp)
    .action(async ({ org, limit: count, json = false, ...given }: ListOptions, list: Command) => {
      const { filters, problems } = parsePullRequestFilters(new URLSearchParams(given))
      refuseOptions(list, problems)
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        refuseUnknown(org, [...(await findUnknownRepository(id, filters)), ...(await findUnknownTeam(id, filters))])
        await refreshFirstDeployments(id)
        const found = await listLatest(id, filters, count)
        printResult(found, json, () => listText(found, org))
      })
    })
  command
    .command('undeployed')
    .description(
      `List what was merged in the last ${waitingDays} days and is not live, for each service, oldest first.`,
    )
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--repository <name>', 'only this repository: acme/api, its last part or an alias', filled)
    .option('--service <name>', 'only this service', filled)
    .option('--team <name>', 'only services of this team', filled)
    .option('--json', 'print the services as a JSON array')
    .addHelpText('after', listHelp)
    .action(async ({ org, json = false, ...only }: UndeployedOptions) => {
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        refuseUnknown(org, [
          ...(await findUnknownRepository(id, only)),
          ...(await findUnknownService(id, only)),
          ...(await findUnknownTeam(id, only)),
        ])
        await refreshFirstDeployments(id)
        const { listed, leftOut } = await listUndeployed(id, only)
        printResult(listed, json, () => undeployedText(listed))
        if (leftOut > 0) process.stderr.write(`${leftOutWords(leftOut, 'deployed last')}\n`)
      })
    })
  return command
}

type LiveOptions = { org: string; repository: string; number: number; json?: boolean }
type ListOptions = { org: string; limit: number; json?: boolean } & Record<string, string>
type UndeployedOptions = { org: string; repository?: string; service?: string; team?: string; json?: boolean }

async function listLatest(organizationId: number, filters: Parameters<typeof listPullRequests>[1], count: number) {
  const latest: PullRequestSummary[] = []
  let cursor: string | null = null
  do {
    const page = await listPullRequests(organizationId, filters, cursor, count - latest.length)
    latest.push(...page.pullRequests)
    cursor = page.older
  } while (cursor !== null && latest.length < count)
  return latest
}

function liveText(answer: LiveAnswer): string {
  const { deployment, notLive } = answer
  const places = answer.services.map(({ service, environment, since }) =>
    [service, environment, since.toISOString()].filter(Boolean).join(' '),
  )
  return fields([
    ['Pull request', `${answer.repository} #${answer.number} ${answer.title}`],
    ['Live', answer.live ? 'yes' : 'no'],
    ['Since', answer.firstDeployment ? sinceBefore(answer.firstDeployment) : sinceOf(answer)?.toISOString()],
    ['Deployment', (deployment ?? answer.firstDeployment)?.deploymentId],
    ['Pipeline URL', deployment?.pipelineUrl],
    ['Linked because', answer.because],
    ['Lead time', answer.leadTimeSeconds === null ? null : durationText(answer.leadTimeSeconds)],
    ['Merged', answer.mergedAt?.toISOString()],
    ...places.map((place) => ['Where', place] as const),
    ['Why not', notLive && (notLive.why === 'not merged' ? `not merged, ${answer.state}` : notLive.why)],
    ['For', notLive?.ageSeconds == null ? null : durationText(notLive.ageSeconds)],
  ])
}

function sinceBefore({ service, environment, completedAt }: FirstDeployment): string {
  return `before the first deployment of ${service ?? environment} (${completedAt.toISOString()})`
}

/** Since when it is live, or was rolled back. */
function sinceOf({ since, notLive }: LiveAnswer): Date | null {
  return notLive?.why === 'rolled back' ? notLive.since : since
}

function listText(pullRequests: PullRequestSummary[], org: string): string {
  if (pullRequests.length === 0) return `No pull request of ${org} matches.`
  return table(
    ['MERGED', 'REPOSITORY', 'PR', 'LIVE SINCE', 'DEPLOYMENT', 'TITLE'],
    pullRequests.map(({ mergedAt, state, repository, number, delivery, liveBefore, notLive, title }) => [
      mergedAt?.toISOString() ?? state,
      repository,
      `#${number}`,
      delivery?.completedAt.toISOString() ?? (liveBefore ? 'before first deployment' : notLive?.why) ?? '—',
      delivery?.deploymentId ?? '—',
      title,
    ]),
  )
}

function undeployedText(groups: UndeployedGroup[]): string {
  if (groups.length === 0) return 'Nothing that was merged waits for a service that is deployed to production.'
  return table(
    ['SERVICE', 'REPOSITORY', 'PR', 'MERGED', 'AGE', 'TITLE'],
    groups.flatMap(({ service, repository, pullRequests }) =>
      pullRequests.map(({ number, mergedAt, ageSeconds, title }) => [
        service ?? '—',
        repository,
        `#${number}`,
        mergedAt.toISOString(),
        durationText(ageSeconds),
        title,
      ]),
    ),
  )
}

function pullRequestNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be the number of a pull request.')
  return Number(text)
}
