import { createHmac } from 'node:crypto'
import { isSameText } from '../same-text'
import type { Proof } from '../webhook'

/** `X-Hub-Signature-256`: the HMAC-SHA256 of the very bytes of the body with the secret. */
export function readProof(headers: Headers, secret: string): Proof | null {
  const signature = headers.get('x-hub-signature-256') ?? ''
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return null
  return {
    covers: (body) => isSameText(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`),
    deliveryId: headers.get('x-github-delivery'),
  }
}
