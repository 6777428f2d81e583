import { AppError, invalidPayload } from '@/lib/core/errors'
import { collectBytes } from '@/lib/http/collect-bytes'

/** How long a body may take to arrive, whatever it is for. */
export const bodyDeadlineMs = 10_000

type Limits = {
  /** Gets the number of bytes as they come, and refuses them by throwing. */
  onArrival?: (bytes: number) => void
  deadlineMs?: number
}

/**
 * The body of a request as it arrived, at most `maxBytes` long: by its announced length first, then as it arrives.
 * Throws AppError: too_large, timed_out when it is not complete in time, or invalid.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  { onArrival = () => {}, deadlineMs = bodyDeadlineMs }: Limits = {},
): Promise<Uint8Array> {
  refuseLong(request, maxBytes)
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const deadline = startDeadline(deadlineMs)
  const collected = collectBytes()
  let length = 0
  try {
    for (;;) {
      const chunk = await Promise.race([next(reader), deadline.passed])
      if (!chunk) return collected.bytes()
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge(maxBytes)
      onArrival(chunk.byteLength)
      if (!collected.add(chunk)) throw invalidPayload('body arrives in pieces that are too small')
    }
  } finally {
    deadline.stop()
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

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch {
    throw invalidPayload('body could not be read')
  }
}
