import { env } from '@/lib/core/env'
import { createKeyLimit, type EnforceKeyLimit } from './limit-per-key'

const holder = globalThis as { leadlineReadLimit?: EnforceKeyLimit }

/** Counts one question against the API key that asks it. */
export const enforceReadLimit: EnforceKeyLimit = async (apiKeyId) => {
  holder.leadlineReadLimit ??= createKeyLimit('read', env())
  return holder.leadlineReadLimit(apiKeyId)
}
