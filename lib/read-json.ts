import { AppError, invalidPayload } from '@/lib/errors'
import { checkJsonLimits } from '@/lib/json-limits'

/**
 * The JSON value in the body of a request, at most `maxBytes` long and within the limits of `checkJsonLimits`.
 *
 * Checks the cheapest first: content type, content encoding, announced length, length as it arrives, UTF-8 (a byte
 * order mark is skipped), JSON, limits. Throws AppError: unsupported_media_type, too_large or invalid. No message
 * contains any part of the body.
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  requireJsonType(request.headers)
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const text = decode(await readBytes(request, maxBytes))
  if (text === '') throw invalidPayload('body is empty')
  const value = parse(text)
  const problem = checkJsonLimits(value)
  if (problem) throw invalidPayload(problem)
  return value
}

function requireJsonType(headers: Headers): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').split(';')
  const isJson = type.trim().toLowerCase() === 'application/json' && parameters.every(isAcceptedParameter)
  if (!isJson) throw new AppError('unsupported_media_type', 'Content-Type must be application/json')
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return
  throw new AppError('unsupported_media_type', 'Send the body uncompressed')
}

function isAcceptedParameter(parameter: string): boolean {
  return !/^\s*charset\s*=/i.test(parameter) || /^\s*charset\s*=\s*("?)utf-?8\1\s*$/i.test(parameter)
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let chunk = await next(reader); chunk; chunk = await next(reader)) {
    length += chunk.byteLength
    if (length > maxBytes) {
      // A body that cannot be cancelled is refused all the same, and nobody waits for it.
      reader?.cancel().catch(() => {})
      throw tooLarge(maxBytes)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
  try {
    return (await reader?.read())?.value
  } catch {
    throw invalidPayload('body could not be read')
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidPayload('body is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidPayload('body is not valid JSON')
  }
}

function tooLarge(maxBytes: number): AppError {
  const size = maxBytes % 1024 === 0 ? `${maxBytes / 1024} KiB` : `${maxBytes} bytes`
  return new AppError('too_large', `Payload exceeds ${size}`)
}
