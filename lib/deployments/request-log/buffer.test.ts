import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEntryBuffer } from './buffer'
import type { RequestEntry } from './entries'

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

  test('50 deployments of the same refusal in a minute are a line each, and all others are one', () => {
    const buffer = createEntryBuffer(1_000)
    for (let count = 0; count < 70; count += 1) buffer.add(entry({ deploymentId: `build-${count}` }), 0)
    buffer.add(entry({ deploymentId: 'build-0' }), 0)
    buffer.add(entry({ deploymentId: null }), 0)
    buffer.add(entry({ deploymentId: 'build-70', outcome: 'another' }), 0)
    const lines = buffer.takeDue(0)
    expect(lines).toHaveLength(53)
    expect(lines[0]).toMatchObject({ deploymentId: 'build-0', outcome: 'Rate limit exceeded', repeats: 2 })
    expect(lines.filter(({ outcome }) => outcome.includes('others'))).toEqual([
      entry({ deploymentId: 'build-69', outcome: 'Rate limit exceeded (this deployment and others)', repeats: 20 }),
    ])
  })

  test('200 refusals in other words each of whichever key are a line each in a minute, and all others are one', () => {
    const buffer = createEntryBuffer(1_000)
    for (let count = 0; count < 300; count += 1)
      buffer.add(entry({ statusCode: 401, outcome: `repository ${count}`, apiKeyId: count % 7 }), 0)
    buffer.add(entry({ statusCode: 403, outcome: 'another' }), 0)
    const lines = buffer.takeDue(0)
    expect(lines).toHaveLength(202)
    expect(lines.filter(({ outcome }) => outcome.includes('others'))).toEqual([
      entry({ statusCode: 401, outcome: 'repository 299 (and others)', apiKeyId: 299 % 7, repeats: 100 }),
    ])
  })

  test('a deployment beyond them that is alone is named without others', () => {
    const buffer = createEntryBuffer(1_000)
    for (let count = 0; count <= 50; count += 1) buffer.add(entry({ deploymentId: `build-${count}` }), 0)
    buffer.add(entry({ deploymentId: 'build-50' }), 0)
    expect(buffer.takeDue(0)).toContainEqual(entry({ deploymentId: 'build-50', repeats: 2 }))
  })

  test('an hour of ten refusals a second, each of another deployment, is some 50 lines a minute, and none is forgotten', () => {
    const buffer = createEntryBuffer(1_000)
    const written: RequestEntry[] = []
    for (let nowMs = 0; nowMs < 3_600_000; nowMs += 100) {
      buffer.add(entry({ deploymentId: `build-${nowMs}` }), nowMs)
      if (nowMs % 200 === 0) written.push(...buffer.takeDue(nowMs))
    }
    written.push(...buffer.takeAll())
    expect(written.length).toBeLessThan(60 * 60)
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
    for (let count = 0; count < 3; count += 1) buffer.add(entry({ statusCode: 201 }), 0)
    for (const apiKeyId of [1, 1, 2, 1, 3]) buffer.add(entry({ apiKeyId }), 0)
    expect(repeatsOf(buffer.takeAll())).toEqual([1, 1, 3, 1])
    expect([buffer.takeDropped(), buffer.takeDropped()]).toEqual([2, 0])
  })

  test('refusals take no place of accepted requests', () => {
    const buffer = createEntryBuffer(3)
    for (let apiKeyId = 0; apiKeyId < 5; apiKeyId += 1) buffer.add(entry({ apiKeyId }), 0)
    buffer.takeDropped()
    for (let count = 0; count < 3; count += 1) buffer.add(entry({ statusCode: 201 }), 0)
    expect(buffer.takeDropped()).toBe(0)
  })

  test('a kind that was written takes no place of one that was not', () => {
    const buffer = createEntryBuffer(3)
    for (let apiKeyId = 0; apiKeyId < 3; apiKeyId += 1) buffer.add(entry({ apiKeyId }), 0)
    expect(buffer.takeDue(0)).toHaveLength(3)
    for (let apiKeyId = 3; apiKeyId < 6; apiKeyId += 1) buffer.add(entry({ apiKeyId }), 1)
    expect(buffer.takeAll()).toHaveLength(3)
    expect(buffer.takeDropped()).toBe(0)
  })

  test.each([
    ['accepted requests', 201],
    ['refusals', 400],
  ])('of %s an organization keeps its share, whatever another one sends', (_what, statusCode) => {
    const buffer = createEntryBuffer(10)
    let keys = 0
    const add = (organizationId: number, count: number) => {
      for (let added = 0; added < count; added += 1) {
        keys += 1
        buffer.add(entry({ organizationId, statusCode, apiKeyId: keys }), 0)
      }
    }
    add(1, 30)
    expect(buffer.takeDropped()).toBe(20)
    add(2, 4)
    add(1, 30)
    add(3, 3)
    const kept = buffer.takeAll()
    expect([1, 2, 3].map((id) => kept.filter(({ organizationId }) => organizationId === id).length)).toEqual([3, 4, 3])
    expect(buffer.takeDropped()).toBe(37)
  })

  test('the bytes of an event are handed back with the entry that another took the place of', () => {
    const buffer = createEntryBuffer(2)
    const large = entry({ statusCode: 201, requestId: 'large', storedBytes: 7 })
    expect(buffer.add(entry({ statusCode: 201 }), 0)).toBeNull()
    expect(buffer.add(large, 0)).toBeNull()
    expect(buffer.add(entry({ statusCode: 201, organizationId: 2 }), 0)).toEqual(large)
  })

  test('whatever comes when, each request is written once or counted as dropped', () => {
    const step = fc.record({
      organizationId: fc.integer({ min: 1, max: 3 }),
      apiKeyId: fc.integer({ min: 1, max: 3 }),
      deploymentId: fc.option(fc.integer({ min: 1, max: 60 }).map(String)),
      statusCode: fc.constantFrom(200, 400, 429),
      gapMs: fc.oneof(fc.constant(0), fc.nat(2_000)),
      take: fc.constantFrom('due', 'all', 'nothing', 'nothing', 'nothing'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 80 }), (steps, capacity) => {
        const buffer = createEntryBuffer(capacity)
        const written: RequestEntry[] = []
        let nowMs = 0
        for (const { gapMs, take, ...fields } of steps) {
          nowMs += gapMs
          buffer.add(entry(fields), nowMs)
          if (take === 'due') written.push(...buffer.takeDue(nowMs))
          if (take === 'all') written.push(...buffer.takeAll())
        }
        const rest = buffer.takeAll()
        const total = repeatsOf([...written, ...rest]).reduce((sum, repeats) => sum + repeats, 0)
        expect(total + buffer.takeDropped()).toBe(steps.length)
        expect(rest.length).toBeLessThanOrEqual(2 * capacity)
        expect(buffer.isEmpty()).toBe(true)
      }),
    )
  })
})
