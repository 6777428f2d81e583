import type { DeploymentEvent } from './schema'
import { compareEvents } from './status'

type Optional =
  | 'service'
  | 'branch'
  | 'triggeredBy'
  | 'pipelineName'
  | 'previousCommitSha'
  | 'pipelineUrl'
  | 'rawPayload'
  | 'metadata'

type DeploymentState = Omit<DeploymentEvent, 'organizationSlug'>

/**
 * The state of a deployment after all its events: the definition that the SQL of the webhook follows and is tested
 * against. `arrival` grows with each event accepted; the order of the array means nothing.
 *
 * The greatest event by `compareEvents` gives commit, environment, status, start and completion. Each optional field
 * is the one that the greatest event carrying it sent. Throws RangeError without events.
 */
export function foldEvents(events: readonly (DeploymentEvent & { arrival: number })[]): DeploymentState {
  const ordered = events.toSorted(compareEvents)
  const decisive = ordered.at(-1)
  if (!decisive) throw new RangeError('A deployment has at least one event')
  const last = <F extends Optional>(field: F): DeploymentEvent[F] | null =>
    ordered.findLast((event) => event[field] !== null)?.[field] ?? null
  return {
    deploymentId: decisive.deploymentId,
    commitSha: decisive.commitSha,
    environment: decisive.environment,
    status: decisive.status,
    startedAt: decisive.startedAt,
    completedAt: decisive.completedAt,
    service: last('service'),
    branch: last('branch'),
    triggeredBy: last('triggeredBy'),
    pipelineName: last('pipelineName'),
    previousCommitSha: last('previousCommitSha'),
    pipelineUrl: last('pipelineUrl'),
    rawPayload: last('rawPayload'),
    metadata: last('metadata'),
  }
}
