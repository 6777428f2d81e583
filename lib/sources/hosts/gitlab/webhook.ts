import { z } from 'zod'
import type { HostEvent } from '../model'
import { type HostWebhook, otherEvent, readFields } from '../webhook'
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
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) return []
    if (Reflect.get(Object(payload), 'object_kind') !== kind.objectKind) throw otherEvent()
    return kind.read(payload)
  },
}

/** What the header calls an event, and what its body does. */
const kinds: Record<string, { objectKind: string; read: (payload: unknown) => HostEvent[] }> = {
  'Merge Request Hook': { objectKind: 'merge_request', read: readMergeRequest },
  'Push Hook': { objectKind: 'push', read: readPush },
  'Tag Push Hook': { objectKind: 'tag_push', read: readPush },
  'Deployment Hook': { objectKind: 'deployment', read: readDeployment },
}

const pushSchema = z.object({ project: projectSchema, ref: z.string(), checkout_sha: z.string().nullish() })

/** A branch or tag that is gone changes nothing that is known. */
function readPush(payload: unknown): HostEvent[] {
  const { project, ref, checkout_sha: tip } = readFields(pushSchema, payload)
  return tip ? [{ kind: 'push', repository: project, ref, tip }] : []
}
