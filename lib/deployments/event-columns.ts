import type { Sender } from '@/lib/accounts/sender'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { eventInstant, progressOf } from '@/lib/deployments/status'

type Column = readonly [name: string, type: string, read: (event: DeploymentEvent) => unknown]

/** The deployment takes these from the event that decides its state. */
const decided: readonly Column[] = [
  ['commit_sha', 'text', ({ commitSha }) => commitSha],
  ['environment', 'text', ({ environment }) => environment],
  ['status', 'deployment_status', ({ status }) => status],
  ['started_at', 'timestamptz', ({ startedAt }) => startedAt],
  ['completed_at', 'timestamptz', ({ completedAt }) => completedAt],
  ['instant', 'timestamptz', eventInstant],
  ['progress', 'smallint', ({ status }) => progressOf(status)],
]

/** The deployment takes these from the latest event that has them. */
const optional: readonly Column[] = [
  ['service', 'text', ({ service }) => service],
  ['branch', 'text', ({ branch }) => branch],
  ['triggered_by', 'text', ({ triggeredBy }) => triggeredBy],
  ['pipeline_name', 'text', ({ pipelineName }) => pipelineName],
  ['previous_commit_sha', 'text', ({ previousCommitSha }) => previousCommitSha],
  ['pipeline_url', 'text', ({ pipelineUrl }) => pipelineUrl],
  ['metadata', 'jsonb', ({ metadata }) => metadata],
  ['raw_payload', 'jsonb', ({ rawPayload }) => rawPayload],
]

const columns = [...decided, ...optional]
const correctable = ['environment', 'service']

export const decidedColumns = decided.map(([name]) => name)
export const optionalColumns = optional.map(([name]) => name)
export const eventColumns = columns.map(([name]) => name)
export const eventParameters = columns.map((_, index) => `$${index + 4}`)

/** The columns of an event in a row of JSON, for `json_to_recordset`: each with its type. */
export const eventRecord = columns.map(([name, type]) => `${name} ${type}`).join(', ')

/** What a column becomes: what a person corrected, else what the events say. Only a success can have failed after all. */
export function effective(column: string, sent: string): string {
  if (column === 'status')
    return `CASE WHEN ${sent} = 'success' THEN coalesce(d.status_correction, ${sent}) ELSE ${sent} END`
  return correctable.includes(column) ? `coalesce(d.${column}_correction, ${sent})` : sent
}

/** Values of $1 to $3, organization, key and id, and of `eventParameters`. */
export function eventValues({ organizationId, apiKeyId }: Sender, event: DeploymentEvent): unknown[] {
  const values = columns.map(([, type, read]) => {
    const value = read(event)
    return value && type === 'jsonb' ? JSON.stringify(value) : value
  })
  return [organizationId, apiKeyId, event.deploymentId, ...values]
}

/** The event as `eventRecord` reads it. */
export function eventFields(event: DeploymentEvent): Record<string, unknown> {
  return Object.fromEntries(columns.map(([name, , read]) => [name, read(event)]))
}
