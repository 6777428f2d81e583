import { z } from 'zod'
import type { HostEvent } from '../model'
import { type HostWebhook, readFields } from '../webhook'
import { projectSchema } from './projects'
import { readDeployment } from './webhook-deployment'
import { readMergeRequest } from './webhook-merge-request'
import { readProof } from './webhook-signature'

/** Webhooks of a project or a group. */
export const gitlabWebhook: HostWebhook = {
  host: 'gitlab',
  readProof,
  readEvents: (headers, payload) => {
    const name = headers.get('x-gitlab-event') ?? ''
    return Object.hasOwn(readers, name) ? (readers[name]?.(payload) ?? []) : []
  },
}

const readers: Record<string, (payload: unknown) => HostEvent[]> = {
  'Merge Request Hook': readMergeRequest,
  'Push Hook': readPush,
  'Tag Push Hook': readPush,
  'Deployment Hook': readDeployment,
}

const pushSchema = z.object({ project: projectSchema, ref: z.string(), checkout_sha: z.string().nullish() })

/** A branch or tag that is gone changes nothing that is known. */
function readPush(payload: unknown): HostEvent[] {
  const { project, ref, checkout_sha: tip } = readFields(pushSchema, payload)
  return tip ? [{ kind: 'push', repository: project, ref, tip }] : []
}
