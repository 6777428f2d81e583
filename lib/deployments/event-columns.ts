import type { Sender } from '@/lib/deployments/find-sender'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { eventInstant, progressOf } from '@/lib/deployments/status'

export const decidedColumns = [
  'commit_sha',
  'environment',
  'status',
  'started_at',
  'completed_at',
  'instant',
  'progress',
]
export const optionalColumns = [
  'service',
  'branch',
  'triggered_by',
  'pipeline_name',
  'previous_commit_sha',
  'pipeline_url',
  'metadata',
  'raw_payload',
]
const correctable = ['environment', 'service']
export const eventColumns = [...decidedColumns, ...optionalColumns]
export const eventParameters = eventColumns.map((_, index) => `$${index + 4}`)

/** What a column becomes: what somebody set right, else what the events say. */
export function effective(column: string, sent: string): string {
  return correctable.includes(column) ? `coalesce(d.${column}_correction, ${sent})` : sent
}

/** Values of $1 to $3, organization, key and id, and of `eventParameters`. */
export function eventValues(caller: Sender, event: DeploymentEvent): unknown[] {
  return [
    caller.organizationId,
    caller.apiKeyId,
    event.deploymentId,
    event.commitSha,
    event.environment,
    event.status,
    event.startedAt,
    event.completedAt,
    eventInstant(event),
    progressOf(event.status),
    event.service,
    event.branch,
    event.triggeredBy,
    event.pipelineName,
    event.previousCommitSha,
    event.pipelineUrl,
    event.metadata && JSON.stringify(event.metadata),
    event.rawPayload && JSON.stringify(event.rawPayload),
  ]
}
