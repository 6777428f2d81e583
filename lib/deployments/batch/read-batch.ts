import { AppError, invalidPayload } from '@/lib/core/errors'
import { runInSteps } from '@/lib/core/run-in-steps'
import { readBody } from '@/lib/http/read-body'
import { requireType } from '@/lib/http/read-json'
import { splitArray, splitLines } from '@/lib/http/split-json'

/** 1,000 events as pipelines send them have half a MiB. */
const maxBytes = 8 * 1024 * 1024

const maxEvents = 1_000

const splitters = { 'application/json': splitArray, 'application/x-ndjson': splitLines }
const types = ['application/json', 'application/x-ndjson'] as const

/**
 * The events in the body of a batch, each as its own bytes: the elements of an array, or lines. Throws AppError:
 * unsupported_media_type, too_large, timed_out or invalid. `hold` gets the number of bytes as they come.
 */
export async function readBatch(request: Request, hold: (bytes: number) => void): Promise<Uint8Array[]> {
  const split = splitters[requireType(request.headers, types)]
  const body = await readBody(request, maxBytes, { onArrival: hold })
  const events = await runInSteps(split(body, maxEvents))
  if (events.length > maxEvents) throw new AppError('too_large', 'Payload exceeds 1,000 events')
  if (events.length === 0) throw invalidPayload('body has no event')
  return events
}
