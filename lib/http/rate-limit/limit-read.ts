import { env } from '@/lib/core/env'
import { createKeyLimit, type EnforceKeyLimit } from './limit-per-key'

const holder = globalThis as { leadlineReadLimit?: EnforceKeyLimit }

/** Counts one request against the API key that sends it. */
export const enforceReadLimit: EnforceKeyLimit = async (apiKeyId) => {
  holder.leadlineReadLimit ??= createKeyLimit('read', env())
  return holder.leadlineReadLimit(apiKeyId)
}
