import { env } from '@/lib/core/env'
import { createLimit, type EnforceLimit } from './limit-per-sender'

const holder = globalThis as { leadlineIngestLimit?: EnforceLimit }

/** Counts one event against the API key that posts it. */
export function enforceIngestLimit(key: { apiKeyId: number; organizationId: number }) {
  holder.leadlineIngestLimit ??= createLimit('ingest', env())
  return holder.leadlineIngestLimit({ sender: String(key.apiKeyId), organizationId: key.organizationId })
}
