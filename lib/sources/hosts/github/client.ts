import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { countJsonValues } from '@/lib/core/count-json-values'
import { outgoingErrorOf } from '@/lib/http/outgoing/outgoing-error'
import type { CallOptions } from '../call-options'
import { githubApiUrl } from './api-url'
import { appAuth } from './app-auth'
import { octokitFetch, parseText } from './octokit-fetch'

/** What opens a GitHub; `baseUrl` is its web address. */
export type GithubCredentials =
  | { baseUrl: string; token: string }
  | { baseUrl: string; appId: string; privateKey: string; installationId: string }

/** Rate limits that end within so many seconds are waited for here, so many times. */
const maxWaitSeconds = 20
const maxWaits = 3

/** GitHub's refusals, which another try does not change; limits are left to the throttling. */
const doNotRetry = [304, 400, 401, 403, 404, 409, 410, 422, 429, 451]

type Work = (...given: unknown[]) => Promise<unknown>

/** Instead of a queue of the plugin: all clients would share it, and wait for hosts of others that are slow. */
const unqueued = { key: () => ({ schedule: (_options: object, work: Work, ...given: unknown[]) => work(...given) }) }

/** The plugin takes every POST for a change, and lets one a second through: ours are GraphQL, and only read. */
const unhurried: object = { global: unqueued, auth: unqueued, write: unqueued }

/** A log of Octokit: its lines hold what a host says. */
export const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }

const ReadingOctokit = Octokit.plugin(longAnswers, paginateRest, noRetryOfSlow, retry, throttling, conditionalRequests)

/** An Octokit that reads. Throws `HostError` for an app whose key is none. */
export function githubClient(credentials: GithubCredentials, { retry, timeoutMs, secondMs, rest, owner }: CallOptions) {
  const mayWait = (seconds: number, _options: object, _octokit: unknown, waits: number) =>
    retry && seconds <= maxWaitSeconds && waits < maxWaits
  const baseUrl = githubApiUrl(credentials.baseUrl)
  const client = new ReadingOctokit({
    baseUrl,
    userAgent: 'leadline',
    log: silent,
    ...('token' in credentials ? { auth: credentials.token } : appAuth(credentials)),
    request: { fetch: octokitFetch({ origin: new URL(baseUrl).origin, timeoutMs, rest, owner }), log: silent },
    retry: { doNotRetry, retries: retry ? 2 : 0, retryAfterBaseValue: secondMs },
    throttle: {
      ...unhurried,
      retryAfterBaseValue: secondMs,
      onRateLimit: mayWait,
      onSecondaryRateLimit: mayWait,
    },
  })
  // The retry plugin counts in these options, which all requests share: each failure would wait longer than the last.
  client.hook.before('request', (options) => {
    options.request = { ...options.request }
  })
  return client
}

function ignore(): void {}

/** Octokit plugin, the first: parses what it was given as text. */
function longAnswers(octokit: Octokit): object {
  octokit.hook.after('request', (answer) => {
    answer.data = parseText(answer.data)
  })
  return {}
}

/** Octokit plugin, before that which retries: others wait for the place of a sync whose host takes too long. */
function noRetryOfSlow(octokit: Octokit): object {
  octokit.hook.error('request', (error, options) => {
    if (outgoingErrorOf(error)?.reason === 'timeout') options.request = { ...options.request, retries: 0 }
    throw error
  })
  return {}
}

const maxAnswers = 200

/** In memory, for as long as the process keeps its client. */
const maxBytes = 256 * 1024

/** An empty object, which is two letters of an answer, takes as much. */
const bytesPerValue = 56

type Answer = { headers: { etag?: string; 'content-length'?: string | number }; data: unknown }
type Kept<A extends Answer> = { answer: A; bytes: number }

/**
 * Octokit plugin: requests what it has seen with `If-None-Match`, and takes its own copy when nothing has changed.
 * Keeps 256 KiB.
 */
function conditionalRequests(octokit: Octokit): object {
  const answers = new Map<string, Kept<Awaited<ReturnType<typeof octokit.request>>>>()
  octokit.hook.wrap('request', async (request, options) => {
    if (options.method !== 'GET') return request(options)
    const { url } = octokit.request.endpoint(options)
    const known = answers.get(url)?.answer
    if (known?.headers.etag) options.headers['if-none-match'] = known.headers.etag
    try {
      const answer = await request(options)
      keep(answers, url, answer)
      return answer
    } catch (error) {
      if (known && error instanceof Error && 'status' in error && error.status === 304) return known
      throw error
    }
  })
  return {}
}

function keep<A extends Answer>(answers: Map<string, Kept<A>>, url: string, answer: A): void {
  // A string is JSON that was cut off.
  if (!answer.headers.etag || typeof answer.data === 'string') return
  answers.delete(url)
  if (Number(answer.headers['content-length']) > maxBytes) return
  answers.set(url, { answer, bytes: bytesOf(answer.data) })
  let bytes = [...answers.values()].reduce((sum, kept) => sum + kept.bytes, 0)
  for (const [oldest, kept] of answers) {
    if (answers.size <= maxAnswers && bytes <= maxBytes) break
    answers.delete(oldest)
    bytes -= kept.bytes
  }
}

function bytesOf(data: unknown): number {
  const text = Buffer.from(JSON.stringify(data) ?? '')
  return text.length + bytesPerValue * countJsonValues(text)
}
