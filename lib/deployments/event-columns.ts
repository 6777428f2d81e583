import type { Sender } from '@/lib/accounts/sender'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { eventInstant, progressOf } from '@/lib/deployments/status'

type Column = readonly [name: string, read: (event: DeploymentEvent) => unknown]

/** The deployment takes these from the event that decides its state. */
const decided: readonly Column[] = [
  ['commit_sha', ({ commitSha }) => commitSha],
  ['environment', ({ environment }) => environment],
  ['status', ({ status }) => status],
  ['started_at', ({ startedAt }) => startedAt],
  ['completed_at', ({ completedAt }) => completedAt],
  ['instant', eventInstant],
  ['progress', ({ status }) => progressOf(status)],
]

/** The deployment takes these from the latest event that has them. */
const optional: readonly Column[] = [
  ['service', ({ service }) => service],
  ['branch', ({ branch }) => branch],
  ['triggered_by', ({ triggeredBy }) => triggeredBy],
  ['pipeline_name', ({ pipelineName }) => pipelineName],
  ['previous_commit_sha', ({ previousCommitSha }) => previousCommitSha],
  ['pipeline_url', ({ pipelineUrl }) => pipelineUrl],
  ['metadata', ({ metadata }) => metadata && JSON.stringify(metadata)],
  ['raw_payload', ({ rawPayload }) => rawPayload && JSON.stringify(rawPayload)],
]

const columns = [...decided, ...optional]
const correctable = ['environment', 'service']

export const decidedColumns = decided.map(([name]) => name)
export const optionalColumns = optional.map(([name]) => name)
export const eventColumns = columns.map(([name]) => name)
export const eventParameters = columns.map((_, index) => `$${index + 4}`)

/** What a column becomes: what a person corrected, else what the events say. Only a success can have failed after all. */
export function effective(column: string, sent: string): string {
  if (column === 'status')
    return `CASE WHEN ${sent} = 'success' THEN coalesce(d.status_correction, ${sent}) ELSE ${sent} END`
  return correctable.includes(column) ? `coalesce(d.${column}_correction, ${sent})` : sent
}

/** Values of $1 to $3, organization, key and id, and of `eventParameters`. */
export function eventValues({ organizationId, apiKeyId }: Sender, event: DeploymentEvent): unknown[] {
  return [organizationId, apiKeyId, event.deploymentId, ...columns.map(([, read]) => read(event))]
}
