import { describe, expect, test } from 'vitest'
import { AppError } from '@/lib/core/errors'
import { parseDeploymentEvent, terminalStatuses } from './schema'

const now = new Date('2026-03-04T12:00:00Z')

const required = {
  deploymentId: 'run-4711',
  commitSha: '9f1c2e7ab0',
  environment: 'production',
  status: 'success',
  startedAt: '2026-03-04T05:06:07Z',
  completedAt: '2026-03-04T05:16:07Z',
}

function reason(body: unknown): string {
  try {
    parseDeploymentEvent(body, now)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return error.message
    throw error
  }
  return 'accepted'
}

const reasonWith = (changes: Record<string, unknown>) => reason({ ...required, ...changes })

describe('the body', () => {
  test.each([
    ['null', null],
    ['a list', [required]],
    ['a text', 'x'],
    ['a number', 1],
    ['true', true],
  ])('%s is refused', (_name, body) => {
    expect(reason(body)).toBe('Invalid payload: body must be a JSON object')
  })

  test('an empty object lacks the first field', () => {
    expect(reason({})).toBe('Invalid payload: deploymentId is required')
  })

  test('fields below __proto__ are not fields of the body', () => {
    expect(reason(JSON.parse(`{"__proto__":${JSON.stringify(required)}}`))).toBe(
      'Invalid payload: deploymentId is required',
    )
    expect(reason(Object.create(required))).toBe('Invalid payload: deploymentId is required')
  })

  test('of several faults the first in the order of the contract is reported', () => {
    expect(reasonWith({ metadata: 1, environment: 1, commitSha: 'x' })).toMatch(/commitSha/)
  })
})

describe('a required field', () => {
  const fields = ['deploymentId', 'commitSha', 'environment', 'status', 'startedAt']

  test.each(fields)('%s: missing or null', (field) => {
    expect(reasonWith({ [field]: undefined })).toBe(`Invalid payload: ${field} is required`)
    expect(reasonWith({ [field]: null })).toBe(`Invalid payload: ${field} is required`)
  })

  test.each(['deploymentId', 'environment'])('%s: blank', (field) => {
    for (const blank of ['', ' ', '\n\u2003']) {
      expect(reasonWith({ [field]: blank })).toBe(`Invalid payload: ${field} must not be blank`)
    }
  })

  test.each(['deploymentId', 'environment'])('%s: not a string', (field) => {
    for (const value of [0, 17, true, false, [], ['x'], {}]) {
      expect(reasonWith({ [field]: value })).toBe(`Invalid payload: ${field} must be a string`)
    }
  })
})

test.each([
  ['deploymentId', 200, '200'],
  ['environment', 1024, '1,024'],
  ['organizationSlug', 1024, '1,024'],
  ['service', 1024, '1,024'],
  ['branch', 1024, '1,024'],
  ['triggeredBy', 1024, '1,024'],
  ['pipelineName', 1024, '1,024'],
  ['previousCommitSha', 1024, '1,024'],
])('%s has at most %i characters', (field, limit, shown) => {
  expect(reasonWith({ [field]: 'x'.repeat(limit) })).toBe('accepted')
  expect(reasonWith({ [field]: 'x'.repeat(limit + 1) })).toBe(
    `Invalid payload: ${field} must have at most ${shown} characters`,
  )
})

test.each(['organizationSlug', 'service', 'branch', 'triggeredBy', 'pipelineName', 'previousCommitSha', 'pipelineUrl'])(
  '%s must be a string',
  (field) => {
    for (const value of [0, 17, true, false, [], {}]) {
      expect(reasonWith({ [field]: value })).toBe(`Invalid payload: ${field} must be a string`)
    }
  },
)

describe('commitSha', () => {
  test.each([
    ['blank', ''],
    ['four characters', 'abcd'],
    ['41 characters', 'a'.repeat(41)],
    ['SHA-256', 'a'.repeat(64)],
    ['no hexadecimal character', 'abcdefg'],
    ['a branch name', 'main'],
    ['surrounding space', ' abcdef1'],
    ['a trailing line break', 'abcdef1\n'],
    ['a prefix', '0xabcdef1'],
    ['full-width digits', '１２３４５'],
    ['a number', 1234567],
    ['a list', ['abcdef1']],
  ])('%s is refused', (_name, commitSha) => {
    expect(reasonWith({ commitSha })).toBe('Invalid payload: commitSha must be a valid hex string (5-40 characters)')
  })
})

describe('status', () => {
  test.each([
    ['', 'succeeded', 'SUCCESS', 'in progress', ' success', 'constructor', '__proto__', 1, true, {}, ['success']],
  ])('anything but the six words is refused', (...values) => {
    for (const status of values) {
      expect(reasonWith({ status })).toBe(
        'Invalid payload: status must be one of pending, in_progress, success, failure, cancelled, rolled_back',
      )
    }
  })

  test.each(terminalStatuses)('%s requires completedAt', (status) => {
    for (const completedAt of [undefined, null, '', '  ']) {
      expect(reasonWith({ status, completedAt })).toBe(`Invalid payload: completedAt is required for status ${status}`)
    }
  })
})

describe.each(['startedAt', 'completedAt'])('%s', (field) => {
  test.each([
    ['30 February', '2026-02-30T00:00:00Z'],
    ['24:30', '2026-03-04T24:30:00Z'],
    ['a week date', '2026-W10-3'],
    ['an epoch number', 1772600767000],
    ['an epoch number as text', '1772600767000'],
    ['words', 'yesterday'],
    ['a list', ['2026-03-04']],
    ['a very long text', 'x'.repeat(100_000)],
    ['false', false],
  ])('%s is no date', (_name, value) => {
    expect(reasonWith({ [field]: value })).toBe(`Invalid payload: ${field} must be a valid ISO 8601 date`)
  })

  test('is checked for an unfinished deployment too', () => {
    expect(reasonWith({ status: 'pending', [field]: 'soon' })).toMatch(`${field} must be a valid ISO 8601 date`)
  })

  test.each([
    '1999-12-31T23:59:59.999Z',
    '2000-01-01T00:00:00+00:01',
    '2026-03-05T12:00:00.001Z',
    '0000-01-01',
    '9999-12-31T24:00:00Z',
    '9999-12-31T23:59:59-23:59',
  ])('%s is out of range', (value) => {
    expect(reasonWith({ [field]: value })).toBe(
      `Invalid payload: ${field} must lie between 2000-01-01 and 24 hours from now`,
    )
  })
})

describe('pipelineUrl', () => {
  test.each([
    'ci.example.com/run',
    '//ci.example.com',
    '/runs/1',
    'https:ci.example.com',
    'https://',
    'http://ci.example.com:99999',
    'http://[::1',
    'javascript:alert(1)',
    'JavaScript://ci.example.com/%0aalert(1)',
    'data:text/html,x',
    'ftp://ci.example.com',
    ' https://ci.example.com',
    'https://ci.example.com/a b',
    'https://ci.example.com/a\nb',
    'java\nscript:alert(1)',
    'https://ci.example.com/\u007f',
    'https://ci.example.com/\u2028',
  ])('%j is refused', (pipelineUrl) => {
    expect(reasonWith({ pipelineUrl })).toBe(
      'Invalid payload: pipelineUrl must be an absolute http or https URL without spaces',
    )
  })

  test('of 2,049 characters is refused', () => {
    expect(reasonWith({ pipelineUrl: `https://ci.example.com/${'x'.repeat(2049 - 23)}` })).toBe(
      'Invalid payload: pipelineUrl must have at most 2,048 characters',
    )
  })
})

test.each([[[]], [[1]], ['text'], [1], [true]])('rawPayload %j is refused', (rawPayload) => {
  expect(reasonWith({ rawPayload })).toBe('Invalid payload: rawPayload must be an object')
})

test.each([[[]], [['a']], ['text'], [1], [{ a: null }], [{ a: 1, b: {} }], [{ a: [] }], [{ a: '', b: [1] }]])(
  'metadata %j is refused',
  (metadata) => {
    expect(reasonWith({ metadata })).toBe(
      'Invalid payload: metadata must be an object of strings, numbers and booleans',
    )
  },
)
