import { env } from '@/lib/env'
import { createKeyLimit, type EnforceKeyLimit } from './limit-per-key'

const holder = globalThis as { leadlineIngestLimit?: EnforceKeyLimit }

/** Counts one event against the API key that posts it. */
export const enforceIngestLimit: EnforceKeyLimit = async (apiKeyId) => {
  holder.leadlineIngestLimit ??= createKeyLimit('ingest', env())
  return holder.leadlineIngestLimit(apiKeyId)
}
