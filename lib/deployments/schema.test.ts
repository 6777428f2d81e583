import { describe, expect, test } from 'vitest'
import { type DeploymentEvent, deploymentStatuses, isHttpUrl, parseDeploymentEvent, usableSha } from './schema'

const now = new Date('2026-03-04T12:00:00Z')

const required = {
  deploymentId: 'run-4711',
  commitSha: '9f1c2e7ab0',
  environment: 'production',
  status: 'success',
  startedAt: '2026-03-04T05:06:07Z',
  completedAt: '2026-03-04T05:16:07Z',
}

const nothingOptional = {
  organizationSlug: null,
  service: null,
  branch: null,
  triggeredBy: null,
  pipelineName: null,
  previousCommitSha: null,
  pipelineUrl: null,
  rawPayload: null,
  metadata: null,
}

const parse = (changes: Record<string, unknown> = {}): DeploymentEvent =>
  parseDeploymentEvent({ ...required, ...changes }, now)

describe('a valid event', () => {
  test('with the required fields alone: the others are null', () => {
    expect(parse()).toEqual({
      ...required,
      startedAt: new Date('2026-03-04T05:06:07Z'),
      completedAt: new Date('2026-03-04T05:16:07Z'),
      ...nothingOptional,
    })
  })

  test('with every field: stored as sent', () => {
    const optional = {
      organizationSlug: 'acme',
      service: ' Checkout API ',
      branch: 'main',
      triggeredBy: 'Zoë',
      pipelineName: 'deploy 🚀',
      previousCommitSha: 'ABCDEF1',
      pipelineUrl: 'https://ci.example.com/runs/4711?tab=log#end',
      rawPayload: { any: ['thing', { at: null }] },
      metadata: { region: 'eu', attempt: 2, canary: false },
    }
    expect(parse(optional)).toMatchObject(optional)
  })

  test('without what would turn around the sentences that its texts are in', () => {
    const texts = { service: 'pay\u202e', branch: '\u2067main\u2069', deploymentId: 'run\u202a-4711' }
    expect(parse(texts)).toMatchObject({ service: 'pay', branch: 'main', deploymentId: 'run-4711' })
    expect(() => parse({ environment: '\u202e' })).toThrow('environment must not be blank')
    expect(parse({ branch: '\u202e', triggeredBy: 'שלום' })).toMatchObject({ branch: null, triggeredBy: 'שלום' })
  })

  test.each(deploymentStatuses)('status %s', (status) => {
    expect(parse({ status }).status).toBe(status)
  })

  test.each(['pending', 'in_progress'])('status %s needs no completedAt', (status) => {
    expect(parse({ status, completedAt: undefined }).completedAt).toBeNull()
  })

  test.each(['staging', 'development', 'preview', 'test', 'eu-west / blue', ' PRODUCTION '])(
    'environment "%s" is kept as sent',
    (environment) => {
      expect(parse({ environment }).environment).toBe(environment)
    },
  )

  test.each([' 17 ', '17', 'gitlab:42/deploy', 'é', 'x'.repeat(200)])(
    'deploymentId "%s" is kept as sent',
    (deploymentId) => {
      expect(parse({ deploymentId }).deploymentId).toBe(deploymentId)
    },
  )

  test.each([
    ['abcde', 'abcde'],
    ['ABCDEF1', 'abcdef1'],
    ['A'.repeat(40), 'a'.repeat(40)],
    ['00000', '00000'],
  ])('commitSha %s → %s', (commitSha, expected) => {
    expect(parse({ commitSha }).commitSha).toBe(expected)
  })

  test.each(['0'.repeat(40), 'main', 'v1.2.3', 'f'.repeat(64), ' abcdef1 ', 'x'.repeat(1024)])(
    'previousCommitSha "%s" is stored, whatever it is',
    (previousCommitSha) => {
      expect(parse({ previousCommitSha }).previousCommitSha).toBe(previousCommitSha)
    },
  )

  test.each([
    'http://ci',
    'HTTPS://CI.example.com/Run',
    'https://user:secret@ci.example.com:8443/a%20b',
    'https://[::1]/',
    'https://münchen.example/straße',
    `https://ci.example.com/${'x'.repeat(2048 - 23)}`,
  ])('pipelineUrl %s is kept as sent', (pipelineUrl) => {
    expect(parse({ pipelineUrl }).pipelineUrl).toBe(pipelineUrl)
  })

  test('pipelineUrl with letters of any language is accepted, however many events came before', () => {
    let refused = 0
    for (let events = 0; events < 100_000; events += 1) {
      if (!isHttpUrl(`https://ci.example.com/${events % 7}`)) refused += 1
      if (events % 50 === 0 && !isHttpUrl('https://münchen.example/straße')) refused += 1
    }
    expect(refused).toBe(0)
  })

  test('completedAt before startedAt is accepted: clocks differ', () => {
    const event = parse({ startedAt: '2026-03-04T05:00:00Z', completedAt: '2026-03-04T04:59:59Z' })
    expect(event.completedAt).toEqual(new Date('2026-03-04T04:59:59Z'))
  })

  test('completedAt of an unfinished deployment is kept', () => {
    expect(parse({ status: 'pending' }).completedAt).toEqual(new Date('2026-03-04T05:16:07Z'))
  })

  test.each([
    ['2026-03-04', '2026-03-04T00:00:00.000Z'],
    ['2026-03-04T05:06:07.123456+0200', '2026-03-04T03:06:07.123Z'],
    [`2026-03-04T05:06:07.${'1'.repeat(2000)}Z`, '2026-03-04T05:06:07.111Z'],
    ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
    ['2026-03-05T12:00:00Z', '2026-03-05T12:00:00.000Z'],
  ])('startedAt %s → %s', (startedAt, expected) => {
    expect(parse({ startedAt }).startedAt.toISOString()).toBe(expected)
  })

  test.each(Object.keys(nothingOptional))('%s: null and blank mean that it was not sent', (field) => {
    for (const value of [null, undefined, '', ' ', '\t\r\n\u00a0']) {
      expect(parse({ [field]: value })).toHaveProperty(field, null)
    }
  })

  test('unknown fields are ignored', () => {
    expect(parse({ id: 1, organizationId: 7, constructor: 'x', toString: null })).toEqual(parse())
  })

  test('metadata and rawPayload are passed through as they are, __proto__ included', () => {
    const metadata = JSON.parse('{"__proto__":"x","constructor":1,"":true}')
    const rawPayload = JSON.parse('{"__proto__":{"a":1}}')
    const event = parse({ metadata, rawPayload })
    expect(event.metadata).toBe(metadata)
    expect(event.rawPayload).toBe(rawPayload)
    expect(JSON.stringify(event.metadata)).toBe('{"__proto__":"x","constructor":1,"":true}')
  })

  test('empty metadata and rawPayload were sent', () => {
    expect(parse({ metadata: {}, rawPayload: {} })).toMatchObject({ metadata: {}, rawPayload: {} })
  })
})

test.each([
  ['ABCDEF1', 'abcdef1'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['00001', '00001'],
  ['00000', null],
  ['0'.repeat(40), null],
  ['abcd', null],
  ['a'.repeat(41), null],
  ['main', null],
  [' abcdef1', null],
  ['', null],
  [null, null],
])('usable SHA of %j: %j', (text, expected) => {
  expect(usableSha(text)).toBe(expected)
})
