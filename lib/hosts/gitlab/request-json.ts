import { setTimeout as delay } from 'node:timers/promises'
import { HostError } from '@/lib/hosts/model'
import type { Patience } from '@/lib/hosts/patience'
import { readText } from '@/lib/hosts/read-text'

/** What came back, parsed as JSON but not looked at. */
export type JsonAnswer = { body: unknown; headers: Headers }

/** A try that failed in a way that another one may not. */
type Setback = { message: string; waitSeconds: number | null }

const mostTries = 4
const maxWaitSeconds = 20
const pauseSeconds = 60
const busyStatuses = new Set([408, 425, 500, 502, 503, 504])

/**
 * Asks for JSON, up to four times where that is asked for: again after a fault of the network or the server and after half an answer, and after
 * the time a rate limit asks for when that is seconds. Throws `HostError`, whose text never holds what was sent. Does not
 * follow redirects: the credentials are for one address only.
 */
export async function requestJson(
  url: URL,
  init: RequestInit,
  { tryAgain, answerWithinMs, secondMs }: Patience,
): Promise<JsonAnswer> {
  const tries = tryAgain ? mostTries : 1
  for (let tried = 1; ; tried += 1) {
    const outcome = await tryOnce(url, init, answerWithinMs)
    if ('headers' in outcome) return outcome
    const waitSeconds = outcome.waitSeconds ?? 2 ** (tried - 2)
    if (tried === tries || waitSeconds > maxWaitSeconds) throw later(outcome)
    await delay(waitSeconds * secondMs)
  }
}

function later({ message, waitSeconds }: Setback): HostError {
  const retryAt = waitSeconds === null ? null : new Date(Date.now() + waitSeconds * 1000)
  return new HostError(message, 'later', retryAt)
}

async function tryOnce(url: URL, init: RequestInit, withinMs: number): Promise<JsonAnswer | Setback> {
  const received = await receive(url, init, withinMs)
  if ('message' in received) return received
  const { response, text } = received
  if (!response.ok) return refuse(url, response)
  try {
    return { body: JSON.parse(text), headers: response.headers }
  } catch {
    return setback(`${url.host} sent an answer that is cut off or no JSON. Check that the address is that of a GitLab.`)
  }
}

async function receive(
  url: URL,
  init: RequestInit,
  withinMs: number,
): Promise<{ response: Response; text: string } | Setback> {
  const signal = AbortSignal.timeout(withinMs)
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'manual' })
    return { response, text: await readText(response, url.host) }
  } catch (error) {
    if (error instanceof HostError) throw error
    const why = signal.aborted ? `did not answer within ${withinMs / 1000} seconds` : explain(error)
    return setback(`${url.host} ${why}.`)
  }
}

/** The error itself may quote headers, so only its code is told. */
function explain(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `cannot be reached${code}`
}

function refuse({ host }: URL, { status, headers }: Response): Setback {
  if (status === 429) {
    const waitSeconds = readWaitSeconds(headers, new Date()) ?? pauseSeconds
    return { message: `${host} asks Leadline to slow down.`, waitSeconds }
  }
  if (busyStatuses.has(status)) {
    const waitSeconds = readWaitSeconds(headers, new Date())
    return { message: `${host} has a problem (status ${status}).`, waitSeconds }
  }
  if (status === 404) throw new HostError(`${host} does not have this any more, or no longer shows it.`, 'gone')
  if (status === 401) {
    throw new HostError(
      `${host} refuses the token. Make a new one with the scope read_api and connect again.`,
      'access',
    )
  }
  if (status === 403) {
    const advice = 'Give it the scope read_api and at least the role Reporter in the project.'
    throw new HostError(`${host} does not let the token read this. ${advice}`, 'access')
  }
  if (status >= 300 && status < 400) {
    throw new HostError(
      `${host} redirects to another address. Connect with the address that it redirects to.`,
      'access',
    )
  }
  throw new HostError(`${host} refuses the request (status ${status}). Leadline needs GitLab 15 or later.`, 'access')
}

function setback(message: string): Setback {
  return { message, waitSeconds: null }
}

/** Seconds until a rate limit ends: `Retry-After` (seconds or a date), else `RateLimit-Reset` (epoch seconds). */
export function readWaitSeconds(headers: Headers, now: Date): number | null {
  const retryAfter = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const untilSeconds = Number(headers.get('ratelimit-reset')) || Date.parse(retryAfter) / 1000
  if (!Number.isFinite(untilSeconds)) return null
  return Math.max(0, Math.ceil(untilSeconds - now.getTime() / 1000))
}
