import type { Limit, RateLimitDecision } from './sliding-window'

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers for any answer, and `Retry-After` for a refusal. Source:
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateLimitHeaders(
  { name, windowSeconds }: Limit,
  { allowed, limit, remaining, resetSeconds }: RateLimitDecision,
): Record<string, string> {
  const headers = {
    'RateLimit-Policy': `"${name}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  }
  return allowed ? headers : { ...headers, 'Retry-After': String(resetSeconds) }
}
