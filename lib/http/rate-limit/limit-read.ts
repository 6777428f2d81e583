import { env } from '@/lib/core/env'
import { createLimit, type EnforceLimit } from './limit-per-sender'

const holder = globalThis as { leadlineReadLimit?: EnforceLimit }

/** Counts one request against the API key that sends it, or against the person whose application does. */
export const enforceReadLimit: EnforceLimit = (sender) => {
  holder.leadlineReadLimit ??= createLimit('read', env())
  return holder.leadlineReadLimit(sender)
}
