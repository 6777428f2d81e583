import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bucketIndexes } from '@/lib/insights/metrics/buckets'
import { addDays, dayOf } from '@/lib/time/days'
import { partUnit, periodOf } from './period'

const timeZone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
)
const days = fc
  .record({ first: fc.integer({ min: 0, max: 1500 }), more: fc.integer({ min: 0, max: 40 }) })
  .map(({ first, more }) => [addDays('2023-01-01', first), addDays('2023-01-01', first + more)] as const)
const now = new Date('2025-06-01T10:00:00Z')

it('tiles time: each day begins where the day before ends, at the first instant of that date', () => {
  fc.assert(
    fc.property(days, timeZone, ([firstDay, lastDay], zone) => {
      const period = periodOf(firstDay, lastDay, zone, now)
      for (const [index, { firstDay: day, from, to }] of period.days.entries()) {
        expect(dayOf(from, zone)).toBe(day)
        expect(dayOf(new Date(from.getTime() - 1), zone) < day).toBe(true)
        expect(dayOf(new Date(to.getTime() - 1), zone)).toBe(day)
        expect(from).toEqual(period.days[index - 1]?.to ?? period.from)
      }
      expect(period.days.at(-1)?.to).toEqual(period.to)
    }),
    { numRuns: 60 },
  )
})

it('has days or weeks that hold all its days, of which only the first and the last are cut', () => {
  fc.assert(
    fc.property(days, timeZone, ([firstDay, lastDay], zone) => {
      const period = periodOf(firstDay, lastDay, zone, new Date('2030-01-01T00:00:00Z'))
      const { parts, from, to } = period
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([from, to])
      if (partUnit(period) === 'day') return
      for (const [index, week] of parts.entries()) {
        if (index > 0) expect(new Date(week.firstDay).getUTCDay()).toBe(1)
        if (index > 0 && index < parts.length - 1) expect(week.partial).toBe(false)
        expect(week.partial).toBe(addDays(week.firstDay, 6) !== week.lastDay)
      }
    }),
    { numRuns: 60 },
  )
})

it('finds the bucket of any instant, in any order', () => {
  fc.assert(
    fc.property(
      days,
      timeZone,
      fc.array(fc.double({ min: -0.2, max: 1.2, noNaN: true })),
      ([first, last], zone, at) => {
        const { days: buckets, from, to } = periodOf(first, last, zone, now)
        const instants = at.map((share) => Math.floor(from.getTime() + share * (to.getTime() - from.getTime())))
        const expected = instants.map((instant) =>
          buckets.findIndex((bucket) => bucket.from.getTime() <= instant && instant < bucket.to.getTime()),
        )
        expect([...bucketIndexes(buckets, instants)]).toEqual(expected)
      },
    ),
    { numRuns: 60 },
  )
})
