import { createHmac } from 'node:crypto'
import { isSameText } from '../same-text'
import type { Proof } from '../webhook'

const oldestMs = 24 * 60 * 60 * 1000

/**
 * `X-Gitlab-Token`, which is the secret itself, or the signature of newer versions over id, time and the very bytes of
 * the body, which is good for a day.
 */
export function readProof(headers: Headers, secret: string, now: Date): Proof | null {
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
  const isFresh = Math.abs(now.getTime() - Number(timestamp) * 1000) < oldestMs
  if (!id || !timestamp || !isFresh || signatures.length === 0) return null
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const covers = (body: Uint8Array) => {
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
    const expected = `v1,${hmac.digest('base64')}`
    return signatures.filter((signature) => isSameText(signature, expected)).length > 0
  }
  return { covers, deliveryIdOf: () => id }
}
