import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '@/lib/core/errors'
import { deploymentStatuses, parseDeploymentEvent, terminalStatuses } from './schema'

const now = new Date('2026-03-04T12:00:00Z')

const text = (maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).filter((sent) => sent.trim() !== '')
const sha = fc.stringMatching(/^[0-9a-fA-F]{5,40}$/)
const instant = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2026-03-05T12:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const scalar = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())

const validEvent = fc.record(
  {
    deploymentId: text(40),
    commitSha: sha,
    environment: text(40),
    status: fc.constantFrom(...deploymentStatuses),
    startedAt: instant,
    completedAt: instant,
    organizationSlug: text(40),
    service: text(40),
    branch: text(40),
    triggeredBy: text(40),
    pipelineName: text(40),
    previousCommitSha: text(40),
    pipelineUrl: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    rawPayload: fc.dictionary(fc.string(), fc.jsonValue()),
    metadata: fc.dictionary(fc.string(), scalar),
  },
  { requiredKeys: ['deploymentId', 'commitSha', 'environment', 'status', 'startedAt', 'completedAt'] },
)

const fieldNames = [
  'deploymentId',
  'commitSha',
  'environment',
  'status',
  'startedAt',
  'completedAt',
  'organizationSlug',
  'service',
  'branch',
  'triggeredBy',
  'pipelineName',
  'previousCommitSha',
  'pipelineUrl',
  'rawPayload',
  'metadata',
]

function refusal(body: unknown): AppError | null {
  try {
    parseDeploymentEvent(body, now)
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return error
    throw error
  }
}

test('every valid event is accepted, and what was sent is what is kept', () => {
  fc.assert(
    fc.property(validEvent, (sent) => {
      const { commitSha, startedAt, completedAt, ...kept } = sent
      expect(parseDeploymentEvent(sent, now)).toMatchObject({
        ...kept,
        commitSha: commitSha.toLowerCase(),
        startedAt: new Date(startedAt),
        completedAt: new Date(completedAt),
      })
    }),
    { numRuns: 500 },
  )
})

test('parsing leaves the body alone, and a second time reads the same', () => {
  fc.assert(
    fc.property(validEvent, (sent) => {
      const before = JSON.stringify(sent)
      expect(parseDeploymentEvent(sent, now)).toEqual(parseDeploymentEvent(sent, now))
      expect(JSON.stringify(sent)).toBe(before)
    }),
  )
})

test('any JSON is an event or a reason, never another error', () => {
  const key = fc.oneof(fc.constantFrom(...fieldNames, '__proto__', 'constructor', 'toString'), fc.string())
  const anyBody = fc.array(fc.tuple(key, fc.jsonValue()), { maxLength: 8 }).map(Object.fromEntries)
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anyBody), (body) => {
      expect(refusal(body)?.message ?? 'Invalid payload: ').toMatch(/^Invalid payload: /)
    }),
    { numRuns: 2000 },
  )
})

test('one wrong field in a valid event: the reason names the field and shows nothing that was sent', () => {
  const secret = fc.stringMatching(/^[0-9a-z]{8}$/).map((random) => `zq${random}qz`)
  const wrong = secret.chain((marker) =>
    fc.record({
      marker: fc.constant(marker),
      value: fc.constantFrom<unknown>(
        marker.repeat(300),
        { [marker]: marker },
        { [marker]: { [marker]: null } },
        [marker],
        `javascript:${marker}`,
        `${marker} `,
      ),
    }),
  )
  fc.assert(
    fc.property(validEvent, fc.constantFrom(...fieldNames), wrong, (event, field, { marker, value }) => {
      const error = refusal({ ...event, [field]: value })
      if (!error) return
      expect(error.message.startsWith(`Invalid payload: ${field} `)).toBe(true)
      expect(JSON.stringify([error.message, error.headers, error.cause])).not.toContain(marker)
    }),
    { numRuns: 2000 },
  )
})

test('whatever is accepted can be stored and read: bounded text, instants in range, terminal ones completed', () => {
  const loose = fc.oneof(fc.constantFrom(null, '', ' ', '2026-03-04', 'x'.repeat(1025), 'abcdef1'), fc.jsonValue())
  fc.assert(
    fc.property(validEvent, fc.constantFrom(...fieldNames), loose, (event, field, value) => {
      const body = { ...event, [field]: value }
      if (refusal(body)) return
      const { metadata, rawPayload, startedAt, completedAt, status, ...texts } = parseDeploymentEvent(body, now)
      for (const kept of Object.values(texts)) expect(kept === null || /\S/.test(kept)).toBe(true)
      for (const kept of Object.values(texts)) expect(kept?.length ?? 1).toBeLessThanOrEqual(2048)
      expect(completedAt !== null || !terminalStatuses.includes(status)).toBe(true)
      for (const date of [startedAt, completedAt ?? startedAt]) {
        expect(
          date.toISOString() >= '2000-01-01T00:00:00.000Z' && date.toISOString() <= '2026-03-05T12:00:00.000Z',
        ).toBe(true)
      }
      expect([metadata, rawPayload].every((kept) => kept === null || !Array.isArray(kept))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
