import { createHmac } from 'node:crypto'
import { isSameText } from '../same-text'

const oldestMs = 24 * 60 * 60 * 1000

/**
 * Whether a request proves that it comes from somebody who knows the secret: by `X-Gitlab-Token`, or by the signature of
 * newer versions over id, time and these very bytes, which is good for a day.
 */
export function isAuthentic(headers: Headers, body: Uint8Array, secret: string, now: Date): boolean {
  const hasToken = isSameText(headers.get('x-gitlab-token') ?? '', secret)
  return isSigned(headers, body, secret, now) || hasToken
}

function isSigned(headers: Headers, body: Uint8Array, secret: string, now: Date): boolean {
  const [id = '', timestamp = ''] = [headers.get('webhook-id') ?? '', headers.get('webhook-timestamp') ?? '']
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  const expected = `v1,${hmac.digest('base64')}`
  const isFresh = Math.abs(now.getTime() - Number(timestamp) * 1000) < oldestMs
  const signatures = (headers.get('webhook-signature') ?? '').split(' ', 5)
  return signatures.filter((signature) => isSameText(signature, expected)).length > 0 && isFresh
}
