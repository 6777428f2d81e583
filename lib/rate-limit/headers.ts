import { type RateLimitDecision, windowSeconds } from './sliding-window'

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers for any answer, and `Retry-After` for a refusal. Source:
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateLimitHeaders(decision: RateLimitDecision): Record<string, string> {
  const headers = {
    'RateLimit-Policy': `"ingest";q=${decision.limit};w=${windowSeconds}`,
    RateLimit: `"ingest";r=${decision.remaining};t=${decision.resetSeconds}`,
  }
  return decision.allowed ? headers : { ...headers, 'Retry-After': String(decision.resetSeconds) }
}
