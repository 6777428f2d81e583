import { z } from 'zod'
import { httpUrlOrNull } from '../host-fields'
import type { HostDeployment, HostEvent } from '../model'
import { readFields } from '../webhook'
import { date, sha } from './schemas'
import { eventRepository } from './webhook-repository'

const schema = z.object({
  repository: eventRepository,
  deployment_status: z.object({
    state: z.string(),
    created_at: date,
    log_url: z.string().nullish(),
    target_url: z.string().nullish(),
  }),
  deployment: z.object({
    id: z.int().transform(String),
    sha,
    ref: z.string(),
    environment: z.string(),
    created_at: date,
    creator: z.object({ login: z.string() }).nullish(),
  }),
})

const statuses: Record<string, HostDeployment['status']> = {
  queued: 'pending',
  pending: 'pending',
  waiting: 'pending',
  in_progress: 'in_progress',
  success: 'success',
  failure: 'failure',
  error: 'failure',
}

/** A status that GitHub gave a deployment. `inactive` says that another one took its place, and nothing of itself. */
export function readDeploymentStatus(payload: unknown): HostEvent[] {
  const { repository, deployment, deployment_status: given } = readFields(schema, payload)
  const status = Object.hasOwn(statuses, given.state) ? statuses[given.state] : undefined
  if (!status) return []
  const over = status === 'success' || status === 'failure'
  return [
    {
      kind: 'deployment',
      repository,
      deployment: {
        hostId: deployment.id,
        commitSha: deployment.sha,
        environment: deployment.environment,
        status,
        startedAt: deployment.created_at,
        completedAt: over ? given.created_at : null,
        branch: deployment.ref === deployment.sha ? null : deployment.ref,
        triggeredBy: deployment.creator?.login ?? null,
        pipelineUrl: httpUrlOrNull(given.log_url) ?? httpUrlOrNull(given.target_url),
      },
    },
  ]
}
