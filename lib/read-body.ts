import { AppError, invalidPayload } from '@/lib/errors'

/**
 * The body of a request as it arrived, at most `maxBytes` long: by its announced length first, then as it arrives.
 * `onArrival` is told of the bytes as they come, and refuses them by throwing. Throws AppError: too_large or invalid.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  onArrival: (bytes: number) => void = () => {},
): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (let chunk = await next(reader); chunk; chunk = await next(reader)) {
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge(maxBytes)
      onArrival(chunk.byteLength)
      chunks.push(chunk)
    }
  } finally {
    reader?.releaseLock()
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

function tooLarge(maxBytes: number): AppError {
  const size = maxBytes % 1024 === 0 ? `${maxBytes / 1024} KiB` : `${maxBytes} bytes`
  return new AppError('too_large', `Payload exceeds ${size}`)
}
