import { AppError, invalidPayload } from '@/lib/core/errors'
import { maskKeys } from '@/lib/core/mask-keys'
import { checkJsonBytes, checkJsonLimits } from '@/lib/http/json-limits'
import { readBody } from '@/lib/http/read-body'

/**
 * The JSON value in the body of a request, at most `maxBytes` long and within the limits of `checkJsonLimits`.
 *
 * Checks the cheapest first: content type, content encoding, announced length, length as it arrives, number of values,
 * UTF-8 (a byte order mark is skipped), JSON, limits. Throws AppError: unsupported_media_type, too_large or invalid. No
 * message contains any part of the body.
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  requireJsonType(request.headers)
  return parseBoundedJson(await readBody(request, maxBytes))
}

/** The JSON value in bytes that are within the limits of `checkJsonLimits`, as `readJson` gives it. Throws `invalid`. */
export function parseBoundedJson(bytes: Uint8Array): unknown {
  refuse(checkJsonBytes(bytes))
  const value = parseJson(bytes)
  refuse(checkJsonLimits(value))
  return value
}

function refuse(problem: string | null): void {
  if (problem) throw invalidPayload(problem)
}

/** Refuses a body that its headers do not call plain JSON. Throws `unsupported_media_type`. */
export function requireJsonType(headers: Headers): void {
  requireType(headers, ['application/json'])
}

/** Which of the types a body has by its headers. Throws `unsupported_media_type` for another, and a compressed one. */
export function requireType<Type extends string>(headers: Headers, accepted: readonly Type[]): Type {
  const [sent = '', ...parameters] = (headers.get('content-type') ?? '').split(';')
  const type = accepted.find((name) => name === sent.trim().toLowerCase())
  if (type === undefined || !parameters.every(isAcceptedParameter)) {
    throw new AppError('unsupported_media_type', `Content-Type must be ${accepted.join(' or ')}`)
  }
  requireUncompressed(headers)
  return type
}

function requireUncompressed(headers: Headers): void {
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return
  throw new AppError('unsupported_media_type', 'Send the body uncompressed')
}

/** The JSON value in the bytes of a body, without API keys that were pasted into it. Throws `invalid`. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  if (text === '') throw invalidPayload('body is empty')
  try {
    return JSON.parse(maskKeys(text))
  } catch {
    throw invalidPayload('body is not valid JSON')
  }
}

function isAcceptedParameter(parameter: string): boolean {
  return !/^\s*charset\s*=/i.test(parameter) || /^\s*charset\s*=\s*("?)utf-?8\1\s*$/i.test(parameter)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidPayload('body is not valid UTF-8')
  }
}
