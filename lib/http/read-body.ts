import { AppError, invalidPayload } from '@/lib/core/errors'
import { collectBytes } from '@/lib/http/collect-bytes'

/** How long a body may take to arrive, whatever it is for. */
export const bodyDeadlineMs = 10_000

type Limits = {
  /** Gets the number of bytes as they come, and refuses them by throwing. */
  onArrival?: (bytes: number) => void
  deadlineMs?: number
}

/** Reading a web stream costs more than all else about an event. Beyond this it is paid, and memory counted as it is used. */
const shortBytes = 16 * 1024

/**
 * The body of a request as it arrived, at most `maxBytes` long: by its announced length first, then as it arrives. A short
 * one is taken whole, since the server lets no more through than was announced. Throws AppError: too_large, timed_out when
 * it is not complete in time, or invalid.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  { onArrival = () => {}, deadlineMs = bodyDeadlineMs }: Limits = {},
): Promise<Uint8Array> {
  refuseLong(request, maxBytes)
  const deadline = startDeadline(deadlineMs)
  try {
    const read = isShort(request) ? readWhole : readPieces
    return await read(request, { maxBytes, onArrival, late: deadline.passed })
  } finally {
    deadline.stop()
  }
}

function isShort({ headers }: Request): boolean {
  const announced = headers.get('content-length')
  return announced !== null && Number(announced) <= shortBytes
}

type Reading = { maxBytes: number; onArrival: (bytes: number) => void; late: Promise<never> }

async function readWhole(request: Request, { maxBytes, onArrival, late }: Reading): Promise<Uint8Array> {
  const body = new Uint8Array(await Promise.race([request.arrayBuffer().catch(refuseUnreadable), late]))
  if (body.byteLength > maxBytes) throw tooLarge(maxBytes)
  onArrival(body.byteLength)
  return body
}

async function readPieces(request: Request, { maxBytes, onArrival, late }: Reading): Promise<Uint8Array> {
  const reader = openBody(request)
  if (!reader) return Buffer.alloc(0)
  const collected = collectBytes()
  let length = 0
  try {
    for (;;) {
      const { value: chunk } = await Promise.race([reader.read().catch(refuseUnreadable), late])
      if (!chunk) return collected.bytes()
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge(maxBytes)
      onArrival(chunk.byteLength)
      if (!collected.add(chunk)) throw invalidPayload('body arrives in pieces that are too small')
    }
  } finally {
    reader.releaseLock()
  }
}

/** Refuses a body that announces more than `maxBytes`. Throws `too_large`. */
export function refuseLong({ headers }: Request, maxBytes: number): void {
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
}

/** The refusal of a body that is longer than `maxBytes`. */
export function tooLarge(maxBytes: number): AppError {
  const size = maxBytes % 1024 === 0 ? `${maxBytes / 1024} KiB` : `${maxBytes} bytes`
  return new AppError('too_large', `Payload exceeds ${size}`)
}

/** The refusal of a body that is not complete after `deadlineMs`. */
export function tooSlow(deadlineMs: number): AppError {
  return new AppError('timed_out', `The body did not arrive within ${deadlineMs / 1000} seconds`)
}

function startDeadline(deadlineMs: number): { passed: Promise<never>; stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(deadlineMs)), deadlineMs)
  })
  return { passed, stop: () => clearTimeout(timer) }
}

/** Of a client that has gone, opening it may fail. */
function openBody(request: Request): ReadableStreamDefaultReader<Uint8Array> | undefined {
  try {
    return request.body?.getReader()
  } catch {
    return refuseUnreadable()
  }
}

function refuseUnreadable(): never {
  throw invalidPayload('body could not be read')
}
