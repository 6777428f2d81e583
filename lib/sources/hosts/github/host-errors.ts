import { outgoingErrorOf } from '@/lib/http/outgoing/outgoing-error'
import { HostError } from '../model'
import { outgoingHostError } from '../outgoing-host-error'

const retryWithoutWordMs = 60_000

/** What an error of Octokit carries, wherever it was thrown. */
type Answer = { status: number | null; headers: Record<string, unknown>; types: string[]; text: string }

/** Says in words for people what an error of Octokit means. Tokens, addresses and answers stay out of it. */
export function toHostError(error: unknown, now = Date.now()): HostError {
  if (error instanceof HostError) return error
  const failedCall = outgoingErrorOf(error)
  if (failedCall) return outgoingHostError(failedCall)
  const answer = readAnswer(error)
  if (isLimited(answer)) {
    return new HostError('GitHub limits how fast it is read.', 'later', retryAt(answer, now))
  }
  if (answer.status === 401) return new HostError(refused401, 'access')
  if (answer.status === 403 || answer.types.some((type) => type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES')) {
    return new HostError(refused403, 'access')
  }
  if ([404, 410, 451].includes(answer.status ?? 0) || answer.types.includes('NOT_FOUND')) {
    return new HostError(notFound, 'gone')
  }
  if (isBadKey(error)) return badKey()
  const what = answer.status && answer.status !== 500 ? `answered with ${answer.status}` : 'could not be reached'
  return new HostError(`GitHub ${what}.`, 'later')
}

const refused401 =
  'GitHub does not accept the credentials: the token was revoked or has expired, or the app was deleted. Connect again.'
const refused403 =
  'GitHub does not let these credentials read the repository. Give them read access to contents, metadata and pull requests.'
const notFound =
  'GitHub does not show the repository to these credentials: it was deleted, or access to it was withdrawn.'
const unusableKey = 'The private key of the GitHub App cannot be used. Create a new one at GitHub and connect again.'

export function badKey(): HostError {
  return new HostError(unusableKey, 'access')
}

function readAnswer(error: unknown): Answer {
  const { status, response, headers, errors } = asRecord(error)
  const { headers: inResponse, data } = asRecord(response)
  const list = errors ?? asRecord(data).errors
  const types = Array.isArray(list)
    ? list.map((item) => asRecord(item).type).filter((type) => typeof type === 'string')
    : []
  const text = error instanceof Error ? error.message : ''
  return {
    status: typeof status === 'number' ? status : null,
    headers: asRecord(headers ?? inResponse),
    types,
    text,
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isLimited({ status, headers, types, text }: Answer): boolean {
  if (types.includes('RATE_LIMITED') || status === 429) return true
  if (status !== 403) return false
  const hasLimitHeaders = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'
  return hasLimitHeaders || /\b(secondary )?rate limit\b/i.test(text)
}

/** Longer than any rate limit lasts; more would be a date that no database holds. */
const maxWaitMs = 24 * 60 * 60 * 1000

function retryAt({ headers }: Answer, now: number): Date {
  const waitMs = Number(headers['retry-after']) * 1000
  if (waitMs > 0) return new Date(now + Math.min(waitMs, maxWaitMs))
  const resetMs = Number(headers['x-ratelimit-reset']) * 1000
  const exhausted = headers['x-ratelimit-remaining'] === '0'
  return new Date(exhausted && resetMs > now ? Math.min(resetMs + 1000, now + maxWaitMs) : now + retryWithoutWordMs)
}

function isBadKey(error: unknown): boolean {
  return error instanceof Error && /private ?key|keydata|pkcs|asn1|decoder/i.test(error.message)
}
