import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationAxis } from './duration-axis'

const hour = 3_600
const day = 24 * hour
const labelsOf = (...seconds: number[]) =>
  durationAxis(seconds).ticks.map(({ label }) => label.replaceAll('\u00a0', ' '))

describe('an axis of durations', () => {
  it('has ticks that people say', () => {
    expect(labelsOf(4 * 60)).toEqual(['0', '1 min', '2 min', '3 min', '4 min'])
    expect(labelsOf(7 * hour, hour)).toEqual(['0', '2 h', '4 h', '6 h'])
    expect(labelsOf(3 * day)).toEqual(['0', '1 d', '2 d', '3 d'])
    expect(labelsOf(13 * day)).toEqual(['0', '4 d', '8 d', '12 d'])
    expect(labelsOf(20 * day)).toEqual(['0', '5 d', '10 d', '15 d', '20 d'])
    expect(labelsOf(25 * day)).toEqual(['0', '1 wk', '2 wk', '3 wk'])
  })

  it('is linear up to a hundred times the shortest, with 0 at its beginning', () => {
    const axis = durationAxis([600, 6_000, 60_000])
    expect(axis.kind).toBe('linear')
    expect([0, 30_000, 60_000].map(axis.position)).toEqual([0, 0.5, 1])
  })

  it('is a log scale beyond, on which 0 still has its place', () => {
    const axis = durationAxis([0, 600, 60_001])
    expect(axis.kind).toBe('log')
    expect(axis.position(0)).toBe(0)
    expect(axis.position(600)).toBeGreaterThan(0.1)
    expect(axis.position(60_001)).toBe(1)
    expect(labelsOf(60, 40 * day)).toEqual(['0', '5 min', '1 h', '6 h', '1 d', '1 wk', '4 wk'])
  })

  it('stands nothing or only 0', () => {
    expect(durationAxis([]).position(0)).toBe(0)
    expect(durationAxis([0, 0]).position(0)).toBe(0)
  })

  it('keeps the order of durations, and three to eight ticks within it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 * 365 * day }), { minLength: 1, maxLength: 20 }), (seconds) => {
        const { position, ticks } = durationAxis(seconds)
        const places = seconds.toSorted((a, b) => a - b).map(position)
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        expect(ticks.length).toBeGreaterThanOrEqual(Math.max(...seconds) < 2 ? 2 : 3)
        expect(ticks.length).toBeLessThanOrEqual(8)
        expect(ticks.every((tick) => position(tick.seconds) <= 1)).toBe(true)
      }),
    )
  })
})
