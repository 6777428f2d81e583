import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import type { Env } from '@/lib/core/env'
import { outgoingClient } from '@/lib/http/outgoing/client'
import { type Network, openNetwork } from '@/lib/http/outgoing/network'
import { redisCommands } from './redis-commands'
import { type Limit, type RateLimitDecision, type RateLimiter, wholeSeconds } from './sliding-window'

/** Where the Redis is that all processes share. With a token it speaks the REST protocol of Upstash. */
export type SharedRedis = { url: string; token?: string | undefined }

export type RedisSettings = Pick<Env, 'REDIS_URL' | 'UPSTASH_REDIS_REST_URL' | 'UPSTASH_REDIS_REST_TOKEN'>

/** The Redis of the settings, when they name one. */
export function sharedRedis(settings: RedisSettings): SharedRedis | undefined {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: restUrl, UPSTASH_REDIS_REST_TOKEN: token } = settings
  if (REDIS_URL) return { url: REDIS_URL }
  return restUrl && token ? { url: restUrl, token } : undefined
}

/**
 * Limits across processes through Redis. Rejects when Redis gives no decision within `timeoutMs`. Throws at once on the
 * `url` of an Upstash that is not http(s).
 */
export function createSharedLimiter({ url, token }: SharedRedis, limit: Limit, timeoutMs: number): RateLimiter {
  const redis = new Redis({ request: token ? requestsTo({ url, token }, timeoutMs) : commandsTo(url) })
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

type Request = { path?: string[]; body?: unknown }
type Response<T> = { result?: T; error?: string }

function commandsTo(url: string) {
  const run = redisCommands(url)
  return async <T>({ body }: Request): Promise<Response<T>> => {
    if (!Array.isArray(body)) throw new Error('A command is an array')
    return { result: (await run(body.map(String))) as T }
  }
}

/** An answer has some hundred bytes. */
const maxAnswerBytes = 64 * 1024

/** Its settings say where it is, so the address may be private; it leads nowhere else. */
let configured: Network | undefined

function requestsTo({ url, token }: Required<SharedRedis>, timeoutMs: number) {
  const { origin } = new URL(url)
  if (!origin.startsWith('http')) throw new Error(`The address of Redis begins with ${new URL(url).protocol}`)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return async <T>({ path = [], body }: Request): Promise<Response<T>> => {
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
