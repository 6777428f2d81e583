import { afterEach, describe, expect, it, vi } from 'vitest'
import { DELETE, GET, OPTIONS, PATCH, PUT } from '@/app/api/webhooks/deployments/route'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

afterEach(() => void vi.useRealTimers())

const hexReason = 'commitSha must be a valid hex string (5-40 characters)'

const refusedFields: [name: string, field: Record<string, unknown>, reason: string][] = [
  ['no deploymentId', { deploymentId: undefined }, 'deploymentId is required'],
  ['a null deploymentId', { deploymentId: null }, 'deploymentId is required'],
  ['a blank deploymentId', { deploymentId: '  ' }, 'deploymentId must not be blank'],
  ['a numeric deploymentId', { deploymentId: 7 }, 'deploymentId must be a string'],
  [
    'a deploymentId of 201 characters',
    { deploymentId: 'x'.repeat(201) },
    'deploymentId must have at most 200 characters',
  ],
  ['no commitSha', { commitSha: undefined }, 'commitSha is required'],
  ['a SHA of 4 characters', { commitSha: 'abcd' }, hexReason],
  ['a SHA of 41 characters', { commitSha: 'a'.repeat(41) }, hexReason],
  ['a SHA that is not hexadecimal', { commitSha: 'abcdefg' }, hexReason],
  ['a SHA with space around it', { commitSha: ' abcdef ' }, hexReason],
  ['a branch name for a SHA', { commitSha: 'main' }, hexReason],
  ['no environment', { environment: undefined }, 'environment is required'],
  ['a blank environment', { environment: '\t' }, 'environment must not be blank'],
  ['no status', { status: undefined }, 'status is required'],
  [
    'an unknown status',
    { status: 'SUCCESS' },
    'status must be one of pending, in_progress, success, failure, cancelled, rolled_back',
  ],
  ['no startedAt', { startedAt: undefined }, 'startedAt is required'],
  ['30 February', { startedAt: '2026-02-30T10:00:00Z' }, 'startedAt must be a valid ISO 8601 date'],
  ['an epoch number', { startedAt: 1_772_445_600 }, 'startedAt must be a valid ISO 8601 date'],
  ['an epoch in a string', { startedAt: '1772445600' }, 'startedAt must be a valid ISO 8601 date'],
  ['a week date', { startedAt: '2026-W10-1' }, 'startedAt must be a valid ISO 8601 date'],
  ['an ordinal date', { startedAt: '2026-061' }, 'startedAt must be a valid ISO 8601 date'],
  ['half past 24', { startedAt: '2026-03-02T24:30:00Z' }, 'startedAt must be a valid ISO 8601 date'],
  ['a date in English', { startedAt: 'March 2, 2026' }, 'startedAt must be a valid ISO 8601 date'],
  [
    'the last century',
    { startedAt: '1999-12-31T23:59:59.999Z' },
    'startedAt must lie between 2000-01-01 and 24 hours from now',
  ],
  [
    'the year 2999',
    { completedAt: '2999-01-01T00:00:00Z' },
    'completedAt must lie between 2000-01-01 and 24 hours from now',
  ],
  [
    'the end of year 9999 in the west',
    { completedAt: '9999-12-31T23:00:00-12:00' },
    'completedAt must lie between 2000-01-01 and 24 hours from now',
  ],
  ['a success without completedAt', { completedAt: undefined }, 'completedAt is required for status success'],
  [
    'a failure with a blank completedAt',
    { status: 'failure', completedAt: '' },
    'completedAt is required for status failure',
  ],
  [
    'a bad completedAt of a running deployment',
    { status: 'in_progress', completedAt: 'soon' },
    'completedAt must be a valid ISO 8601 date',
  ],
  ['a numeric service', { service: 7 }, 'service must be a string'],
  ['a branch of 1,025 characters', { branch: 'x'.repeat(1025) }, 'branch must have at most 1,024 characters'],
  ['a list as metadata', { metadata: [] }, 'metadata must be an object of strings, numbers and booleans'],
  ['nested metadata', { metadata: { a: {} } }, 'metadata must be an object of strings, numbers and booleans'],
  [
    'a metadata string of 1,025 characters',
    { metadata: { a: 'x'.repeat(1025) } },
    'metadata must have strings of at most 1,024 characters',
  ],
  ['null in metadata', { metadata: { a: null } }, 'metadata must be an object of strings, numbers and booleans'],
  ['a list as rawPayload', { rawPayload: [1] }, 'rawPayload must be an object'],
  [
    'a script as pipelineUrl',
    { pipelineUrl: 'javascript:alert(1)' },
    'pipelineUrl must be an absolute http or https URL without spaces',
  ],
  [
    'a path as pipelineUrl',
    { pipelineUrl: '/runs/1' },
    'pipelineUrl must be an absolute http or https URL without spaces',
  ],
  ['NUL in a string', { service: 'a\u0000b' }, 'body has text with a NUL character'],
  ['half of a character', { deploymentId: '\ud800' }, 'body has text with a lone surrogate'],
  [
    'half of a character in a key deep inside',
    { rawPayload: { a: [{ '\udc00': 1 }] } },
    'body has text with a lone surrogate',
  ],
]

describe('400 with the reason, and nothing stored, for', () => {
  it.each(refusedFields)('%s', async (_name, field, reason) => {
    const { organization, token } = await createTenant()
    const { status, body } = await postEvent(token, deploymentBody(field))
    expect({ status, body }).toEqual({ status: 400, body: { error: `Invalid payload: ${reason}` } })
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
  })

  it.each([
    ['no body', '', 'body is empty'],
    ['text', 'deployed!', 'body is not valid JSON'],
    ['JSON cut short', '{"deploymentId":"1"', 'body is not valid JSON'],
    ['a list', '[]', 'body must be a JSON object'],
    ['a string', '"x"', 'body must be a JSON object'],
    ['null', 'null', 'body must be a JSON object'],
    ['a number too large to store', '{"a":1e999}', 'body has a number that is out of range'],
    ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'body is nested deeper than 32 levels'],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'body is nested deeper than 32 levels'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'body is not valid UTF-8'],
  ])('%s as body', async (_name, body, reason) => {
    const { token } = await createTenant()
    const answer = await postEvent(token, null, { body })
    expect(answer.body).toEqual({ error: `Invalid payload: ${reason}` })
    expect(answer.status).toBe(400)
  })
})

describe('403', () => {
  it('for the slug of another organization, an unknown one, and the right one in another case', async () => {
    const [here, there] = [await createTenant(), await createTenant()]
    for (const organizationSlug of [there.organization.slug, 'nobody', here.organization.slug.toUpperCase()]) {
      const { status, body } = await postEvent(here.token, deploymentBody({ organizationSlug }))
      expect({ status, body }).toEqual({ status: 403, body: { error: 'Organization slug does not match API key' } })
    }
  })

  it('comes after validation: a payload that is wrong in both ways answers 400', async () => {
    const { token } = await createTenant()
    expect((await postEvent(token, deploymentBody({ organizationSlug: 'nobody', status: 'done' }))).status).toBe(400)
  })
})

describe('the request itself', () => {
  it.each([
    ['GET', GET],
    ['PUT', PUT],
    ['PATCH', PATCH],
    ['DELETE', DELETE],
    ['OPTIONS', OPTIONS],
  ] as const)('405 for %s, naming POST', async (method, handle) => {
    const response = await handle(new Request('http://localhost/api/webhooks/deployments', { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.json()).toEqual({ error: 'Use POST' })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''])(
    '415 for content type %j',
    async (contentType) => {
      const { token } = await createTenant()
      const { status, body } = await postEvent(token, deploymentBody(), { headers: { 'Content-Type': contentType } })
      expect({ status, body }).toEqual({ status: 415, body: { error: 'Content-Type must be application/json' } })
    },
  )

  it('413 beyond 256 KiB, just not at it', async () => {
    const { token } = await createTenant()
    const event = deploymentBody({ rawPayload: { filler: '' } })
    const room = 256 * 1024 - JSON.stringify(event).length
    const sized = (length: number) => ({ ...event, rawPayload: { filler: 'x'.repeat(length) } })
    expect((await postEvent(token, sized(room))).status).toBe(201)
    const { status, body } = await postEvent(token, sized(room + 1))
    expect({ status, body }).toEqual({ status: 413, body: { error: 'Payload exceeds 256 KiB' } })
  })

  it('429 after 300 events in a minute, with the time to wait; another key is not affected', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const [busy, quiet] = [await createTenant(), await createTenant()]
    for (let count = 0; count < 300; count += 1) await postEvent(busy.token, {})
    const { status, body, headers } = await postEvent(busy.token, deploymentBody())
    expect({ status, body }).toEqual({ status: 429, body: { error: 'Rate limit exceeded' } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(headers.get('ratelimit')).toMatch(/^"ingest";r=0;t=\d+$/)
    expect(await db().prisma.deployment.count({ where: { organizationId: busy.organization.id } })).toBe(0)
    expect((await postEvent(quiet.token, deploymentBody())).status).toBe(201)
  })

  it('answers errors with exactly one field, a request id, and never the caller’s input', async () => {
    const { token } = await createTenant()
    const { body, headers } = await postEvent(token, deploymentBody({ status: 'hunter2', service: 'hunter2' }))
    expect(Object.keys(body as object)).toEqual(['error'])
    expect(JSON.stringify(body)).not.toContain('hunter2')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
