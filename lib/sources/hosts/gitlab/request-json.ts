import { setTimeout as delay } from 'node:timers/promises'
import type { OutgoingCall, OutgoingRequest } from '@/lib/http/outgoing/client'
import { OutgoingError } from '@/lib/http/outgoing/outgoing-error'
import type { CallOptions } from '@/lib/sources/hosts/call-options'
import { HostError } from '@/lib/sources/hosts/model'
import { outgoingHostError } from '@/lib/sources/hosts/outgoing-host-error'

/** What came back, parsed as JSON but not looked at. */
export type JsonAnswer = { body: unknown; headers: Headers }

/** A try that failed in a way that another one may not. */
type Setback = { message: string; waitSeconds: number | null; cause?: OutgoingError }

const maxTries = 4
const maxWaitSeconds = 20
const pauseSeconds = 60
const busyStatuses = new Set([408, 425, 500, 502, 503, 504])

/**
 * Requests JSON, up to four times where that is set: again after a fault of the network or the server and after half an
 * answer, and after the time that a rate limit names when that is seconds. What takes too long is left for later: others
 * wait for the place of this sync. Throws `HostError`, whose text never holds what was sent.
 */
export async function requestJson(
  call: OutgoingCall,
  url: URL,
  request: OutgoingRequest,
  { retry, secondMs }: CallOptions,
): Promise<JsonAnswer> {
  const tries = retry ? maxTries : 1
  for (let tried = 1; ; tried += 1) {
    const outcome = await tryOnce(call, url, request)
    if ('headers' in outcome) return outcome
    const waitSeconds = outcome.waitSeconds ?? 2 ** (tried - 2)
    if (tried === tries || waitSeconds > maxWaitSeconds) throw later(outcome)
    await delay(waitSeconds * secondMs)
  }
}

function later({ message, waitSeconds, cause }: Setback): HostError {
  const retryAt = waitSeconds === null ? null : new Date(Date.now() + waitSeconds * 1000)
  return new HostError(message, 'later', retryAt, { cause })
}

async function tryOnce(call: OutgoingCall, url: URL, request: OutgoingRequest): Promise<JsonAnswer | Setback> {
  const response = await call(url, request).catch(toSetback)
  if ('message' in response) return response
  if (!response.ok) return refuse(url, response)
  try {
    return { body: JSON.parse(await response.text()), headers: response.headers }
  } catch {
    return setback(`${url.host} sent an answer that is cut off or no JSON. Check that the address is that of a GitLab.`)
  }
}

function toSetback(error: unknown): Setback {
  if (!(error instanceof OutgoingError)) throw error
  const hostError = outgoingHostError(error)
  if (error.reason === 'size' || error.reason === 'timeout' || hostError.kind !== 'later') throw hostError
  return { ...setback(error.message), cause: error }
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

/** Longer than any rate limit lasts; more would be a date that no database holds. */
const maxRetryAfterSeconds = 24 * 60 * 60

/** Seconds until a rate limit ends: `Retry-After` (seconds or a date), else `RateLimit-Reset` (epoch seconds). */
export function readWaitSeconds(headers: Headers, now: Date): number | null {
  const retryAfter = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(retryAfter)) return Math.min(Number(retryAfter), maxRetryAfterSeconds)
  const untilSeconds = Number(headers.get('ratelimit-reset')) || Date.parse(retryAfter) / 1000
  if (!Number.isFinite(untilSeconds)) return null
  return Math.min(Math.max(0, Math.ceil(untilSeconds - now.getTime() / 1000)), maxRetryAfterSeconds)
}
