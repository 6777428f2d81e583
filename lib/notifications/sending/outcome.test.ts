import { describe, expect, it } from 'vitest'
import { nextPauseMs, pausesMs } from './outcome'
import { judge, retryAfterMs } from './post'

const hour = 3_600_000
const now = new Date('2026-11-24T10:00:00Z')

describe('the next attempt', () => {
  it('comes later each time, give or take a fifth, and not after the last', () => {
    expect(pausesMs.map((_, index) => nextPauseMs(index + 1, null, 0.5))).toEqual(pausesMs)
    expect([nextPauseMs(1, null, 0), nextPauseMs(1, null, 1)]).toEqual([8_000, 12_000])
    expect(nextPauseMs(pausesMs.length + 1, null, 0.5)).toBeNull()
  })

  it('waits for as long as the receiver says, six hours at most', () => {
    expect(nextPauseMs(1, 90_000, 0.5)).toBe(90_000)
    expect(nextPauseMs(1, 1_000, 0.5)).toBe(10_000)
    expect(nextPauseMs(1, 100 * hour, 0.5)).toBe(6 * hour)
  })
})

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['999999999', 6 * hour],
    ['Tue, 24 Nov 2026 10:01:00 GMT', 60_000],
    ['Tue, 24 Nov 2026 09:00:00 GMT', null],
    ['-5', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected)
  })
})

describe('an answer', () => {
  it.each([
    [200, 'delivered'],
    [202, 'delivered'],
    [204, 'delivered'],
    [304, 'given up'],
    [400, 'given up'],
    [401, 'given up'],
    [404, 'given up'],
    [408, 'again'],
    [410, 'gone'],
    [429, 'again'],
    [500, 'again'],
    [503, 'again'],
  ])('%i: %s', (status, result) => {
    expect(judge(status, null)).toMatchObject({ result, words: `Answered ${status}` })
  })
})
