import { createHmac } from 'node:crypto'
import { isSameText } from '../same-text'

/** Whether `X-Hub-Signature-256` is the HMAC-SHA256 of these very bytes with this secret. */
export function isSigned(signature: string | null, body: Uint8Array, secret: string): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return isSameText(signature ?? '', expected)
}
