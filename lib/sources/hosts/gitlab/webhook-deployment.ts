import { z } from 'zod'
import { httpUrlOrNull } from '../host-fields'
import type { HostDeployment, HostEvent } from '../model'
import { readFields } from '../webhook'
import { projectSchema } from './projects'
import { webhookTime } from './webhook-time'

const schema = z.object({
  project: projectSchema,
  status: z.string(),
  status_changed_at: webhookTime,
  deployment_id: z.int().transform(String),
  deployable_url: z.string().nullish(),
  environment: z.string(),
  short_sha: z.string().regex(/^[0-9a-f]{7,40}$/),
  commit_url: z.string(),
  ref: z.string().nullish(),
  user: z.object({ username: z.string() }).nullish(),
})

const statuses: Record<string, HostDeployment['status']> = {
  created: 'pending',
  blocked: 'pending',
  running: 'in_progress',
  success: 'success',
  failed: 'failure',
  canceled: 'cancelled',
}

/** A status of a deployment. The full commit stands at the end of its address only. */
export function readDeployment(payload: unknown): HostEvent[] {
  const fields = readFields(schema, payload)
  const status = Object.hasOwn(statuses, fields.status) ? statuses[fields.status] : undefined
  if (!status) return []
  const changedAt = fields.status_changed_at
  const over = status !== 'pending' && status !== 'in_progress'
  const fullSha = /^\/([0-9a-f]{40})$/.exec(fields.commit_url.slice(-41))?.[1]
  return [
    {
      kind: 'deployment',
      repository: fields.project,
      deployment: {
        hostId: fields.deployment_id,
        commitSha: fullSha?.startsWith(fields.short_sha) ? fullSha : fields.short_sha,
        environment: fields.environment,
        status,
        startedAt: changedAt,
        completedAt: over ? changedAt : null,
        branch: fields.ref ?? null,
        triggeredBy: fields.user?.username ?? null,
        pipelineUrl: httpUrlOrNull(fields.deployable_url),
      },
    },
  ]
}
