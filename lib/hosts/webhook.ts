import type { z } from 'zod'
import { invalidPayload } from '@/lib/errors'
import type { Host } from '@/lib/generated/prisma/enums'
import type { HostEvent } from './model'

/** How one host calls here. */
export type HostWebhook = {
  host: Host
  /** Whether whoever sent it knows the secret; takes as long for a wrong secret as for a right one. */
  isAuthentic: (headers: Headers, body: Uint8Array, secret: string, now: Date) => boolean
  /** What tells deliveries apart; the same when one is sent again. */
  deliveryId: (headers: Headers) => string | null
  /** What it says; nothing for what is of no interest here. Throws AppError 'invalid' naming the field. */
  readEvents: (headers: Headers, payload: unknown) => HostEvent[]
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
