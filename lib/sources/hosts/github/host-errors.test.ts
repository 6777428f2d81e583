import { expect, test } from 'vitest'
import { OutgoingError } from '@/lib/http/outgoing/outgoing-error'
import { HostError } from '../model'
import { toHostError } from './host-errors'

const now = Date.UTC(2026, 2, 1)
const secret = 'github_pat_secret'

function failure(status: number, headers: Record<string, string> = {}, message = 'Refused'): Error {
  const response = { headers, data: { message } }
  const request = { headers: { authorization: `token ${secret}` }, url: `https://x/${secret}` }
  return Object.assign(new Error(message), { status, response, request })
}

const inSeconds = (seconds: number) => new Date(now + seconds * 1000)

const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)

test.each([
  [
    'a type that is no text',
    Object.assign(new Error('x'), { errors: [{ type: { toString: 1 } }, null] }),
    'later',
    null,
  ],
  ['a type without end', Object.assign(new Error('x'), { errors: [{ type: deep }] }), 'later', null],
  ['a limit that says how long', failure(429, { 'retry-after': '90' }), 'later', inSeconds(90)],
  ['a limit that says longer than any', failure(429, { 'retry-after': '9'.repeat(20) }), 'later', inSeconds(86_400)],
  ['a secondary limit', failure(403, { 'retry-after': '5' }), 'later', inSeconds(5)],
  ['a secondary limit in words', failure(403, {}, 'You have exceeded a secondary rate limit'), 'later', inSeconds(60)],
  [
    'a primary limit',
    failure(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 600) }),
    'later',
    inSeconds(601),
  ],
  ['a bad token', failure(401), 'access', null],
  ['too few rights', failure(403, {}, 'Resource not accessible by personal access token'), 'access', null],
  ['a repository that is gone', failure(404), 'gone', null],
  ['a repository that was taken down', failure(451), 'gone', null],
  ['a fault of GitHub', failure(502), 'later', null],
  ['a network that is down', new TypeError('fetch failed'), 'later', null],
] as const)('%s', (_name, error, kind, retryAt) => {
  const translated = toHostError(error, now)
  expect(translated).toBeInstanceOf(HostError)
  expect({ kind: translated.kind, retryAt: translated.retryAt }).toEqual({ kind, retryAt })
  expect(translated.message).toMatch(/^(GitHub|The private key).*\.$/)
  expect(JSON.stringify(Object.entries(translated)) + translated.stack + translated.cause).not.toContain(secret)
})

test.each([
  ['NOT_FOUND', 'gone'],
  ['FORBIDDEN', 'access'],
  ['INSUFFICIENT_SCOPES', 'access'],
  ['RATE_LIMITED', 'later'],
])('%s of GraphQL is %s', (type, kind) => {
  const error = Object.assign(new Error('Request failed'), { headers: {}, errors: [{ type, message: 'No' }] })
  expect(toHostError(error, now).kind).toBe(kind)
})

test.each([
  ['origin', 'access'],
  ['redirects', 'access'],
  ['address', 'later'],
  ['size', 'later'],
  ['timeout', 'later'],
  ['network', 'later'],
] as const)('a call that failed for its %s keeps its words, in whatever Octokit wraps it', (reason, kind) => {
  const failed = new OutgoingError(reason, 'It is too long.')
  const wrapped = Object.assign(failure(500), { cause: failed })
  expect(toHostError(wrapped, now)).toMatchObject({ kind, message: 'It is too long.', cause: failed })
})
