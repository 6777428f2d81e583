import { Command, InvalidArgumentError } from 'commander'
import { type DeploymentDetails, getDeployment } from '@/lib/deployments/get'
import { type DeploymentSummary, listDeployments } from '@/lib/deployments/list'
import { findOrganization } from '@/lib/organizations/find'
import { fields, printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

/** `leadline deployment …` */
export function deploymentCommand(): Command {
  const command = new Command('deployment').description('Look at deployments and what they shipped.')
  command
    .command('list')
    .description('List the deployments of an organization, the latest start first.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--limit <number>', 'how many', limit, 50)
    .option('--json', 'print the deployments as a JSON array')
    .action(async ({ org, limit: count, json = false }: { org: string; limit: number; json?: boolean }) => {
      await withMigratedDatabase(async () => {
        const deployments = await listDeployments((await findOrganization(org)).id, count)
        printResult(deployments, json, () => listText(deployments, org))
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
  return command
}

function limit(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000) throw new InvalidArgumentError('It must be 1 to 10,000.')
  return value
}

function listText(deployments: DeploymentSummary[], org: string): string {
  if (deployments.length === 0) return `${org} has no deployment yet. Post one to /api/webhooks/deployments.`
  return table(
    ['STARTED', 'STATUS', 'ENVIRONMENT', 'SERVICE', 'COMMIT', 'PRS', 'DEPLOYMENT'],
    deployments.map((deployment) => [
      deployment.startedAt.toISOString(),
      deployment.status,
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
    ['Status', deployment.status],
    ['Environment', deployment.environment],
    ['Service', deployment.service],
    ['Commit', deployment.commitSha],
    ['Previous commit', deployment.previousCommitSha],
    ['Repository', deployment.repository],
    ['Branch', deployment.branch],
    ['Triggered by', deployment.triggeredBy],
    ['Pipeline', deployment.pipelineName],
    ['Pipeline URL', deployment.pipelineUrl],
    ['Started', deployment.startedAt.toISOString()],
    ['Completed', deployment.completedAt?.toISOString()],
    ['Duration', deployment.durationSeconds === null ? null : `${deployment.durationSeconds} s`],
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

function pullRequestsText({ pullRequests, reason }: DeploymentDetails): string {
  if (pullRequests.length === 0) return `No pull request linked: ${reason}`
  return table(
    ['PR', 'METHOD', 'LEAD TIME', 'TITLE'],
    pullRequests.map((pullRequest) => [
      `#${pullRequest.number}`,
      pullRequest.method,
      `${pullRequest.leadTimeSeconds} s`,
      pullRequest.title,
    ]),
  )
}
