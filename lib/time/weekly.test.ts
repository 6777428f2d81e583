import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastWeekly } from './weekly'

const last = (weekday: number, hour: number, now: string, timeZone: string) =>
  lastWeekly({ weekday, hour }, new Date(now), timeZone).toISOString()

describe('the last time of a week', () => {
  it.each([
    [
      'a minute before nine it is that of the week before',
      1,
      9,
      '2026-11-23T08:59:00Z',
      'UTC',
      '2026-11-16T09:00:00.000Z',
    ],
    ['at nine it is now', 1, 9, '2026-11-23T09:00:00Z', 'UTC', '2026-11-23T09:00:00.000Z'],
    ['on Sunday the week is not over', 7, 20, '2026-11-28T12:00:00Z', 'UTC', '2026-11-22T20:00:00.000Z'],
    ['in summer time', 1, 9, '2026-07-01T12:00:00Z', 'Europe/Oslo', '2026-06-29T07:00:00.000Z'],
    ['in winter time', 1, 9, '2026-12-02T12:00:00Z', 'Europe/Oslo', '2026-11-30T08:00:00.000Z'],
    [
      'an hour that clocks skip is the next one',
      7,
      2,
      '2026-03-29T12:00:00Z',
      'Europe/Oslo',
      '2026-03-29T01:00:00.000Z',
    ],
    ['of an hour that comes twice the first', 7, 2, '2026-10-25T12:00:00Z', 'Europe/Oslo', '2026-10-25T00:00:00.000Z'],
    ['the hour after', 7, 3, '2026-10-25T12:00:00Z', 'Europe/Oslo', '2026-10-25T02:00:00.000Z'],
    ['a day without midnight', 7, 0, '2026-09-06T12:00:00Z', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    [
      'clocks that change by half an hour',
      7,
      2,
      '2026-10-04T12:00:00Z',
      'Australia/Lord_Howe',
      '2026-10-03T15:30:00.000Z',
    ],
    ['the other side of the date line', 1, 0, '2026-11-22T10:30:00Z', 'Pacific/Kiritimati', '2026-11-22T10:00:00.000Z'],
  ])('%s', (_name, weekday, hour, now, timeZone, expected) => {
    expect(last(weekday, hour, now, timeZone)).toBe(expected)
  })

  it('is never later than now, nor a week and a shift of clocks ago, and comes once a week', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Oslo', 'America/New_York', 'America/Santiago', 'Asia/Kolkata')
    const times = fc.record({ weekday: fc.integer({ min: 1, max: 7 }), hour: fc.integer({ min: 0, max: 23 }) })
    const instants = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) })
    fc.assert(
      fc.property(times, instants, zones, (time, ms, zone) => {
        const at = lastWeekly(time, new Date(ms), zone).getTime()
        const hours = (ms - at) / 3_600_000
        expect(hours).toBeGreaterThanOrEqual(0)
        expect(hours).toBeLessThan(7 * 24 + 2)
        expect(lastWeekly(time, new Date(at), zone).getTime()).toBe(at)
      }),
      { numRuns: 300 },
    )
  })
})
