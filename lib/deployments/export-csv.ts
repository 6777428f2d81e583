import type { DeploymentFilters } from '@/lib/deployments/filters'
import { listInPieces } from '@/lib/deployments/list'
import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { toCsvPieces } from '@/lib/http/csv'

const columns = [
  'deploymentId',
  'service',
  'environment',
  'production',
  'status',
  'startedAt',
  'completedAt',
  'durationSeconds',
  'commitSha',
  'branch',
  'triggeredBy',
  'pipelineName',
  'pipelineUrl',
  'linkedPRs',
  'leadTimeP50Seconds',
  'voided',
] as const satisfies (keyof DeploymentSummary)[]

const batchSize = 1_000

/**
 * All deployments of an organization that filters mean as CSV, in pieces, the latest start first. Instants are in UTC;
 * text that a spreadsheet would take for a formula begins with an apostrophe.
 */
export async function* exportDeployments(organizationId: number, filters: DeploymentFilters): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`
  for await (const deployments of listInPieces(organizationId, filters, batchSize))
    yield* toCsvPieces(columns, deployments, String)
}
