import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEntryBuffer } from './buffer'
import type { RequestEntry } from './entry'

function entry(fields: Partial<RequestEntry> = {}): RequestEntry {
  return {
    organizationId: 1,
    apiKeyId: 1,
    receivedAt: new Date(0),
    requestId: 'request',
    deploymentId: null,
    storedId: null,
    statusCode: 429,
    outcome: 'Rate limit exceeded',
    storedBytes: 0,
    repeats: 1,
    ...fields,
  }
}

const repeatsOf = (entries: RequestEntry[]) => entries.map(({ repeats }) => repeats)

describe('entries that wait to be written', () => {
  test('accepted requests stay one line each', () => {
    const buffer = createEntryBuffer(10)
    for (let count = 0; count < 3; count += 1) buffer.add(entry({ statusCode: 200, outcome: 'updated' }), 0)
    expect(repeatsOf(buffer.takeDue(0))).toEqual([1, 1, 1])
    expect(buffer.isEmpty()).toBe(true)
  })

  test('the same refusal is one line, the latest, with a count', () => {
    const buffer = createEntryBuffer(10)
    for (let count = 1; count <= 3; count += 1) buffer.add(entry({ requestId: `request-${count}` }), count)
    expect(buffer.takeDue(3)).toEqual([entry({ requestId: 'request-3', repeats: 3 })])
  })

  test.each([
    ['key', { apiKeyId: 2 }],
    ['status', { statusCode: 400 }],
    ['reason', { outcome: 'another' }],
    ['deployment', { deploymentId: 'build-1' }],
  ])('refusals that differ in their %s are two lines', (_name, difference) => {
    const buffer = createEntryBuffer(10)
    buffer.add(entry(), 0)
    buffer.add(entry(difference), 0)
    expect(repeatsOf(buffer.takeDue(0))).toEqual([1, 1])
  })

  test('who tries again by hand sees every attempt at once', () => {
    const buffer = createEntryBuffer(10)
    for (let nowMs = 0; nowMs <= 20_000; nowMs += 5_000) {
      buffer.add(entry(), nowMs)
      expect(repeatsOf(buffer.takeDue(nowMs + 200))).toEqual([1])
      buffer.takeDue(nowMs + 1_000)
    }
  })

  test('an hour of ten refusals a second is some 70 lines, and none is forgotten', () => {
    const buffer = createEntryBuffer(10)
    const written: RequestEntry[] = []
    for (let nowMs = 0; nowMs < 3_600_000; nowMs += 100) {
      buffer.add(entry(), nowMs)
      if (nowMs % 200 === 0) written.push(...buffer.takeDue(nowMs))
    }
    written.push(...buffer.takeAll())
    expect(written.length).toBeLessThan(75)
    expect(repeatsOf(written).reduce((sum, repeats) => sum + repeats)).toBe(36_000)
  })

  test('a kind that has gone quiet takes no room', () => {
    const buffer = createEntryBuffer(1)
    buffer.add(entry(), 0)
    buffer.takeDue(0)
    buffer.takeDue(60_000)
    expect(buffer.isEmpty()).toBe(true)
    buffer.add(entry({ apiKeyId: 2 }), 60_000)
    expect(buffer.takeDropped()).toBe(0)
  })

  test('beyond the capacity entries are dropped and counted, refusals of a known kind are not', () => {
    const buffer = createEntryBuffer(2)
    buffer.add(entry({ statusCode: 201 }), 0)
    for (let count = 0; count < 5; count += 1) buffer.add(entry(), 0)
    buffer.add(entry({ statusCode: 201 }), 0)
    buffer.add(entry({ apiKeyId: 2 }), 0)
    expect(repeatsOf(buffer.takeAll())).toEqual([1, 5])
    expect([buffer.takeDropped(), buffer.takeDropped()]).toEqual([2, 0])
  })

  test('whatever comes when, each request is written once or counted as dropped', () => {
    const step = fc.record({
      apiKeyId: fc.integer({ min: 1, max: 3 }),
      statusCode: fc.constantFrom(200, 400, 429),
      gapMs: fc.nat(2_000),
      take: fc.constantFrom('due', 'all', 'nothing'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (steps, capacity) => {
        const buffer = createEntryBuffer(capacity)
        const written: RequestEntry[] = []
        let nowMs = 0
        for (const { apiKeyId, statusCode, gapMs, take } of steps) {
          nowMs += gapMs
          buffer.add(entry({ apiKeyId, statusCode }), nowMs)
          if (take === 'due') written.push(...buffer.takeDue(nowMs))
          if (take === 'all') written.push(...buffer.takeAll())
        }
        const rest = buffer.takeAll()
        const total = repeatsOf([...written, ...rest]).reduce((sum, repeats) => sum + repeats, 0)
        expect(total + buffer.takeDropped()).toBe(steps.length)
        expect(rest.length).toBeLessThanOrEqual(capacity)
      }),
    )
  })
})
