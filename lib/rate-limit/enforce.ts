import { AppError } from '@/lib/errors'
import { rateLimitHeaders } from './headers'
import { limitIngest } from './limit-ingest'

/** The headers to send along with an event that may pass; throws `rate_limited`, with the same headers, otherwise. */
export async function enforceIngestLimit(apiKeyId: number): Promise<Record<string, string>> {
  const decision = await limitIngest(apiKeyId)
  const headers = rateLimitHeaders(decision)
  if (!decision.allowed) throw new AppError('rate_limited', 'Rate limit exceeded', headers)
  return headers
}
