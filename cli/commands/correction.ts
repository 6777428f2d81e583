import { type Command, Option } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { plural } from '@/lib/core/format'
import { type CorrectedFields, correctDeployment } from '@/lib/deployments/correct'
import { type DeploymentDetails, getDeployment } from '@/lib/deployments/get'
import { markFailed, takeBackFailure } from '@/lib/deployments/mark-failed'
import { restoreDeployment } from '@/lib/deployments/restore'
import { voidDeployment } from '@/lib/deployments/void'
import { printResult } from '../output'
import { withMigratedDatabase } from '../with-database'

type Options = { org: string; deployment: string; reason: string; json?: boolean }
type CorrectOptions = Options & {
  service?: string
  environment?: string
  serviceAsSent?: boolean
  environmentAsSent?: boolean
}

/** `leadline deployment void|restore|fail|unfail|correct` */
export function correctionCommands(deployment: Command): void {
  onDeployment(deployment, 'void', 'Take a deployment out of all numbers. It can be restored.').action(
    async (options: Options) => {
      await change(options, (organizationId, id) => voidDeployment(operatorOf(organizationId), id, options.reason))
    },
  )
  onDeployment(deployment, 'restore', 'Let a void deployment count again.').action(async (options: Options) => {
    await change(options, (organizationId, id) => restoreDeployment(operatorOf(organizationId), id, options.reason))
  })
  onDeployment(deployment, 'fail', 'Mark a success as failed: it broke production after all.').action(
    async (options: Options) => {
      await change(options, (organizationId, id) => markFailed(operatorOf(organizationId), id, options.reason))
    },
  )
  onDeployment(deployment, 'unfail', 'Take back that a success was marked as failed.').action(
    async (options: Options) => {
      await change(options, (organizationId, id) => takeBackFailure(operatorOf(organizationId), id, options.reason))
    },
  )
  onDeployment(deployment, 'correct', 'Set the service or the environment of a deployment right.')
    .option('--service <name>', 'what the service is, whatever events say')
    .option('--environment <name>', 'what the environment is, whatever events say')
    .addOption(new Option('--service-as-sent', 'go back to the service that was sent').conflicts('service'))
    .addOption(new Option('--environment-as-sent', 'go back to the environment that was sent').conflicts('environment'))
    .action(async (options: CorrectOptions, command: Command) => {
      const fields: CorrectedFields = {
        service: options.serviceAsSent ? null : options.service,
        environment: options.environmentAsSent ? null : options.environment,
      }
      if (fields.service === undefined && fields.environment === undefined) {
        command.error('error: Name what to correct: --service, --environment, --service-as-sent, --environment-as-sent')
      }
      await change(options, (organizationId, id) =>
        correctDeployment(operatorOf(organizationId), id, fields, options.reason),
      )
    })
}

function onDeployment(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--deployment <deploymentId>', 'deploymentId as it was posted')
    .requiredOption('--reason <text>', 'why; it stays in the audit log')
    .option('--json', 'print the deployment as JSON')
}

async function change(
  { org, deployment: deploymentId, json = false }: Options,
  verb: (organizationId: number, id: number) => Promise<void>,
): Promise<void> {
  await withMigratedDatabase(async () => {
    const { id: organizationId } = await findOrganization(org)
    await verb(organizationId, (await getDeployment(organizationId, deploymentId)).id)
    const changed = await getDeployment(organizationId, deploymentId)
    printResult(changed, json, () => changedText(changed))
  })
}

function changedText({ deploymentId, service, environment, voidedAt, linkedPRs }: DeploymentDetails): string {
  const what = service === null ? environment : `${service} to ${environment}`
  const counts = voidedAt ? 'It is void and counts in no number.' : `It ships ${plural(linkedPRs, 'pull request')}.`
  return `${deploymentId}: ${what}. ${counts}`
}
