import { createHash, createHmac } from 'node:crypto'
import { isSameText } from '../same-text'
import type { Proof } from '../webhook'

/**
 * `X-Hub-Signature-256`: the HMAC-SHA256 of the very bytes of the body with the secret. It covers no header, so a
 * delivery is known by its body: under another `X-GitHub-Delivery` it is still the same.
 */
export function readProof(headers: Headers, secret: string): Proof | null {
  const signature = headers.get('x-hub-signature-256') ?? ''
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return null
  return {
    covers: (body) => isSameText(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`),
    deliveryIdOf: (body) => `sha256:${createHash('sha256').update(body).digest('hex')}`,
  }
}
