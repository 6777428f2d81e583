import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import type { Log } from '@/lib/log'
import { createCircuitBreaker } from './circuit-breaker'
import { createOutageLog } from './outage-log'
import { type RateLimitDecision, type RateLimiter, wholeSeconds, windowSeconds } from './sliding-window'

type Options = {
  url: string
  token: string
  limitPerMinute: number
  fallback: RateLimiter
  log: Log
  answerMilliseconds?: number
  now?: () => number
}

// Nobody waits for a probe. Its patience covers a connection that has to be set up first.
const probeMilliseconds = 2_000
const pauseMilliseconds = 5_000

/**
 * Limits across processes through Upstash Redis. Whatever goes wrong there, `fallback` decides instead: within 250 ms
 * for events under way, at once for those that follow, until a probe finds Redis well again. Throws only here, on a
 * `url` that is not http(s).
 */
export function createUpstashLimiter(options: Options): RateLimiter {
  const { fallback, log, answerMilliseconds = 250, now = () => performance.now() } = options
  const ask = createQuestion(options, answerMilliseconds)
  const probe = createQuestion(options, probeMilliseconds)
  const breaker = createCircuitBreaker({ pauseMilliseconds, now })
  const outage = createOutageLog({ log, now })
  const succeeded = () => {
    breaker.succeeded()
    outage.succeeded()
  }
  const failed = (error: unknown) => {
    breaker.failed()
    outage.failed(error)
  }

  return async (apiKeyId) => {
    const step = breaker.next()
    if (step === 'probe') void probe(apiKeyId).then(succeeded, failed)
    if (step !== 'call') return fallback(apiKeyId)
    try {
      const decision = await ask(apiKeyId)
      succeeded()
      return decision
    } catch (error) {
      failed(error)
      return fallback(apiKeyId)
    }
  }
}

function createQuestion({ url, token, limitPerMinute }: Options, patienceMilliseconds: number): RateLimiter {
  const redis = new Redis({
    url,
    token,
    // `retry: false` would still send a second request.
    retry: { retries: 0 },
    // A function makes an abort throw; a plain signal would turn it into an answer with status 200.
    signal: () => AbortSignal.timeout(patienceMilliseconds),
    enableTelemetry: false,
  })
  const ratelimit = new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(limitPerMinute, `${windowSeconds} s`),
    prefix: 'leadline:ingest',
    timeout: patienceMilliseconds,
    // Would go on refusing until the window ends, although a sliding window frees requests before that.
    ephemeralCache: false,
    analytics: false,
    enableTelemetry: false,
  })
  return async (apiKeyId) => readAnswer(await ratelimit.limit(String(apiKeyId)), limitPerMinute)
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
