import { Command, Option } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { baseInWords } from '@/lib/deployments/base-in-words'
import { type DeploymentFilters, type FilterName, isFiltered, parseDeploymentFilters } from '@/lib/deployments/filters'
import { type DeploymentDetails, getDeployment } from '@/lib/deployments/get'
import { whyNoRepository } from '@/lib/deployments/linking/advice'
import { listInPieces } from '@/lib/deployments/list'
import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { deploymentStatuses } from '@/lib/deployments/schema'
import { findUnknownTeam } from '@/lib/insights/teams/find'
import { filled, listLimit, refuseOptions } from '../options'
import { durationText, fields, printResult, table } from '../output'
import { refuseUnknown } from '../unknown-names'
import { withMigratedDatabase } from '../with-database'
import { correctionCommands } from './correction'

/** `leadline deployment …` */
export function deploymentCommand(): Command {
  const command = new Command('deployment').description('Look at deployments and what they shipped, and correct them.')
  command
    .command('list')
    .description('List the deployments of an organization, the latest start first.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--environment <name>', 'only this environment', filled)
    .option('--service <name>', 'only this service', filled)
    .option('--team <name>', 'only services of this team', filled)
    .addOption(new Option('--status <status>', 'only this status').choices(deploymentStatuses))
    .option('--branch <name>', 'only this branch', filled)
    .option('--triggered-by <name>', 'only what this person or robot triggered', filled)
    .option('--from <day>', 'started on this day or later, such as 2026-11-01', filled)
    .option('--to <day>', 'started on this day or earlier', filled)
    .option(
      '--q <text>',
      'what deployment id or commit begin with, or a part of service, branch, triggered by or pipeline',
      filled,
    )
    .option('--limit <number>', 'at most so many', listLimit, 50)
    .option('--json', 'print the deployments as a JSON array')
    .addHelpText('after', "\nDays are days of the organization's time zone.")
    .action(async ({ org, limit: count, json = false, ...given }: ListOptions, list: Command) => {
      const { filters, problems } = parseDeploymentFilters(new URLSearchParams(given))
      refuseOptions(list, problems)
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        refuseUnknown(org, await findUnknownTeam(id, filters))
        const deployments = await listLatest(id, filters, count)
        printResult(deployments, json, () => listText(deployments, org, isFiltered(filters)))
      })
    })
  command
    .command('show')
    .description('Show one deployment: record, timeline, and the pull requests it shipped or why there are none.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--deployment <deploymentId>', 'deploymentId as it was posted')
    .option('--json', 'print the deployment as JSON')
    .action(async ({ org, deployment: id, json = false }: { org: string; deployment: string; json?: boolean }) => {
      await withMigratedDatabase(async () => {
        const deployment = await getDeployment((await findOrganization(org)).id, id)
        printResult(deployment, json, () => detailsText(deployment))
      })
    })
  correctionCommands(command)
  return command
}

type ListOptions = { [Name in FilterName]?: string } & { org: string; limit: number; json?: boolean }

async function listLatest(organizationId: number, filters: DeploymentFilters, count: number) {
  const latest: DeploymentSummary[] = []
  for await (const deployments of listInPieces(organizationId, filters, count)) {
    latest.push(...deployments)
    if (latest.length >= count) break
  }
  return latest.slice(0, count)
}

function listText(deployments: DeploymentSummary[], org: string, filtered: boolean): string {
  if (deployments.length === 0 && filtered) return `No deployment of ${org} matches.`
  if (deployments.length === 0) return `${org} has no deployment yet. Post one to /api/webhooks/deployments.`
  return table(
    ['STARTED', 'STATUS', 'ENVIRONMENT', 'SERVICE', 'COMMIT', 'PRS', 'DEPLOYMENT'],
    deployments.map((deployment) => [
      deployment.startedAt.toISOString(),
      deployment.voided ? `voided (${deployment.status})` : deployment.status,
      deployment.environment,
      deployment.service ?? '—',
      deployment.commitSha.slice(0, 10),
      String(deployment.linkedPRs),
      deployment.deploymentId,
    ]),
  )
}

function detailsText(deployment: DeploymentDetails): string {
  const record = fields([
    ['Deployment', deployment.deploymentId],
    ['Status', deployment.statusCorrection ? `${deployment.status}, marked by a person` : deployment.status],
    ['Voided', deployment.voidedAt && `${deployment.voidedAt.toISOString()}: ${deployment.voidedReason}`],
    ['Environment', correctable(deployment.environment, deployment.environmentCorrection)],
    ['Service', correctable(deployment.service, deployment.serviceCorrection)],
    ['Commit', deployment.commitSha],
    ['Previous commit', deployment.previousCommitSha],
    ['Ships since', deployment.base && baseInWords(deployment.base)],
    ['Repository', deployment.repository ?? whyNoRepository(deployment.commit?.reason ?? deployment.reason)],
    ...(deployment.commit?.pullRequests ?? []).map(
      ({ number, title, commit }) => [`The ${commit} commit of`, `#${number} ${title}`] as const,
    ),
    ['Not listed', deployment.commit?.more ? 'more pull requests of this commit' : null],
    ['Branch', deployment.branch],
    ['Triggered by', deployment.triggeredBy],
    ['Pipeline', deployment.pipelineName],
    ['Pipeline URL', deployment.pipelineUrl],
    ['Started', deployment.startedAt.toISOString()],
    ['Completed', deployment.completedAt?.toISOString()],
    ['Duration', deployment.durationSeconds === null ? null : durationText(deployment.durationSeconds)],
  ])
  const timeline = table(
    ['RECEIVED', 'STATUS', 'STARTED', 'COMPLETED'],
    deployment.timeline.map((event) => [
      event.receivedAt.toISOString(),
      event.status,
      event.startedAt.toISOString(),
      event.completedAt?.toISOString() ?? '—',
    ]),
  )
  return [record, timeline, pullRequestsText(deployment)].join('\n\n')
}

function correctable(value: string | null, correction: string | null): string | null {
  return correction === null ? value : `${correction} (corrected)`
}

function pullRequestsText({ pullRequests, linking, reason }: DeploymentDetails): string {
  if (!linking) return linkedText({ pullRequests, reason })
  const soFar = pullRequests.length > 0 ? [linkedText({ pullRequests, reason })] : []
  return ['Still linking: what it shipped may change.', ...soFar].join('\n')
}

function linkedText({ pullRequests, reason }: Pick<DeploymentDetails, 'pullRequests' | 'reason'>): string {
  if (pullRequests.length === 0) return `No pull request linked: ${reason}`
  const links = table(
    ['PR', 'METHOD', 'LEAD TIME', 'TITLE'],
    pullRequests.map((pullRequest) => [
      `#${pullRequest.number}`,
      pullRequest.method,
      durationText(pullRequest.leadTimeSeconds),
      pullRequest.title,
    ]),
  )
  return reason === null ? links : `${links}\n\nNot all are linked: ${reason}`
}
