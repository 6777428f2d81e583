import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { HostEvent } from '../model'
import { isSameText } from '../same-text'
import { type HostWebhook, otherEvent, type Proof, readFields } from '../webhook'
import { projectSchema } from './projects'
import { readDeployment } from './webhook-deployment'
import { readMergeRequest } from './webhook-merge-request'

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

const maxAgeMs = 24 * 60 * 60 * 1000

/**
 * `X-Gitlab-Token`, which is the secret itself, or the signature of newer versions over id, time and the very bytes of
 * the body, which is good for a day.
 */
function readProof(headers: Headers, secret: string, now: Date): Proof | null {
  return readToken(headers, secret) ?? readSignature(headers, secret, now)
}

/** The key is the same when GitLab tries again; versions before 17.4 have only the other id. */
function readToken(headers: Headers, secret: string): Proof | null {
  if (!isSameText(headers.get('x-gitlab-token') ?? '', secret)) return null
  const id = headers.get('idempotency-key') ?? headers.get('x-gitlab-event-uuid')
  return { covers: () => true, deliveryIdOf: () => id }
}

/** No other id than the one that is signed: with another, the same request would count again. */
function readSignature(headers: Headers, secret: string, now: Date): Proof | null {
  const [id, timestamp] = [headers.get('webhook-id'), headers.get('webhook-timestamp')]
  const signatures = (headers.get('webhook-signature') ?? '').split(' ', 5).filter((text) => text.startsWith('v1,'))
  const isFresh = Math.abs(now.getTime() - Number(timestamp) * 1000) < maxAgeMs
  if (!id || !timestamp || !isFresh || signatures.length === 0) return null
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const covers = (body: Uint8Array) => {
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
    const expected = `v1,${hmac.digest('base64')}`
    return signatures.filter((signature) => isSameText(signature, expected)).length > 0
  }
  return { covers, deliveryIdOf: () => id }
}
