import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { outgoingClient } from '@/lib/http/outgoing/client'
import { type Network, openNetwork } from '@/lib/http/outgoing/network'
import { type Limit, type RateLimitDecision, type RateLimiter, wholeSeconds } from './sliding-window'

/** Where the Redis is that all processes share. */
export type SharedRedis = { url: string; token: string }

/**
 * Limits across processes through Upstash Redis. Rejects when Redis gives no decision within `timeoutMs`.
 * Throws at once on a `url` that is not http(s).
 */
export function createSharedLimiter({ url, token }: SharedRedis, limit: Limit, timeoutMs: number): RateLimiter {
  const redis = new Redis({ request: requestsTo({ url, token }, timeoutMs) })
  const ratelimit = new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(limit.limit, `${limit.windowSeconds} s`),
    prefix: `leadline:${limit.name}`,
    timeout: timeoutMs,
    // Would go on refusing until the window ends, although a sliding window frees requests before that.
    ephemeralCache: false,
    analytics: false,
    enableTelemetry: false,
  })
  return async (key) => readAnswer(await ratelimit.limit(key), limit.limit)
}

/** An answer has some hundred bytes. */
const maxAnswerBytes = 64 * 1024

/** Its settings say where it is, so the address may be private; it leads nowhere else. */
let configured: Network | undefined

function requestsTo({ url, token }: SharedRedis, timeoutMs: number) {
  const { origin } = new URL(url)
  if (!origin.startsWith('http')) throw new Error(`The address of Redis begins with ${new URL(url).protocol}`)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return async <T>({
    path = [],
    body,
  }: {
    path?: string[]
    body?: unknown
  }): Promise<{ result?: T; error?: string }> => {
    configured ??= openNetwork('allow')
    // One for each request: none waits for the answer to another.
    const call = outgoingClient({ origin, timeoutMs, maxBytes: maxAnswerBytes, maxRedirects: 0, network: configured })
    const address = [url.replace(/\/$/, ''), ...path].join('/')
    const response = await call(address, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = await response.json()
    // The library knows a script that is not loaded yet by the text of the error.
    if (!response.ok) throw new Error(`Redis answered ${response.status}: ${answer.error}`)
    return answer
  }
}

type Answer = Awaited<ReturnType<Ratelimit['limit']>>

/** Redis sends the limit back. Without this check any JSON that is no answer to the question reads as a refusal. */
function readAnswer(answer: Answer, limit: number): RateLimitDecision {
  if (answer.reason === 'timeout') throw new Error('Redis did not answer in time')
  if (answer.limit !== limit || !Number.isInteger(answer.remaining)) {
    throw new Error('Redis answered something that is not a rate limit')
  }
  // At the very end of the window a full one still weighs in whole; one millisecond later a request fits.
  const waitMilliseconds = answer.reset + 1 - Date.now()
  return { allowed: answer.success, limit, remaining: answer.remaining, resetSeconds: wholeSeconds(waitMilliseconds) }
}
