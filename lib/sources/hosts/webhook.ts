import type { z } from 'zod'
import { AppError, invalidPayload } from '@/lib/core/errors'
import type { Host } from '@/lib/generated/prisma/enums'
import type { HostEvent } from './model'

/** How one host calls here. */
export type HostWebhook = {
  host: Host
  /**
   * What the headers offer as proof that the sender knows the secret; null for nothing that could be one. Asked before
   * the body is read.
   */
  readProof: (headers: Headers, secret: string, now: Date) => Proof | null
  /** What it says; nothing for what is of no interest here. Throws AppError 'invalid' naming the field. */
  readEvents: (headers: Headers, payload: unknown) => HostEvent[]
}

/** A proof that may still hang on the body. */
export type Proof = {
  /** Whether it proves this very body; takes as long for a wrong secret as for a right one. */
  covers: (body: Uint8Array) => boolean
  /** What tells deliveries apart, as far as the proof covers it; the same when one is sent again. */
  deliveryIdOf: (body: Uint8Array) => string | null
}

/** The refusal of a body that is not of the event that its header, which no proof covers, says it is of. */
export function otherEvent(): AppError {
  return new AppError('forbidden', 'The body is not of the event that the header names')
}

/** Reads the fields that an event must have. Throws AppError 'invalid' with the first that is missing or wrong. */
export function readFields<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  const result = schema.safeParse(payload)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || 'body'
  const missing = issue?.code === 'invalid_type' && /undefined|null/.test(issue.message)
  throw invalidPayload(`${field} ${missing ? 'is required' : 'is not as expected'}`)
}
