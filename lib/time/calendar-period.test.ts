import { describe, expect, it } from 'vitest'
import { addPeriods, calendarPeriodOf, calendarTitle, parseCalendarPeriod, yearBefore } from './calendar-period'

describe('weeks, months and quarters', () => {
  it.each([
    ['week', '2026-11-21', '2026-W47', '2026-11-16', '2026-11-22'],
    ['month', '2024-02-29', '2024-02', '2024-02-01', '2024-02-29'],
    ['month', '2026-12-31', '2026-12', '2026-12-01', '2026-12-31'],
    ['quarter', '2026-11-26', '2026-Q4', '2026-10-01', '2026-12-31'],
    ['quarter', '2026-01-01', '2026-Q1', '2026-01-01', '2026-03-31'],
  ] as const)('the %s of %s is %s', (kind, day, name, firstDay, lastDay) => {
    const period = { kind, name, firstDay, lastDay }
    expect(calendarPeriodOf(kind, day)).toEqual(period)
    expect(parseCalendarPeriod(name)).toEqual(period)
  })

  it.each(['2026-W54', '2026-13', '2026-00', '2026-Q5', '2026-Q0', '1999-12', '2026', '2026-1', '', '2026-Q1 '])(
    '%j is none',
    (text) => {
      expect(parseCalendarPeriod(text)).toBeNull()
    },
  )

  it.each([
    ['2026-01', -1, '2025-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-03', -14, '2025-01'],
    ['2026-Q1', -1, '2025-Q4'],
    ['2026-Q4', 1, '2027-Q1'],
    ['2026-W01', -1, '2025-W52'],
  ])('%s and %i more is %s', (name, count, other) => {
    const period = parseCalendarPeriod(name)
    expect(period && addPeriods(period, count).name).toBe(other)
  })

  it.each([
    ['2026-W47', '2025-W47', 'week 47 of 2026'],
    ['2020-W53', '2019-W52', 'week 53 of 2020'],
    ['2026-02', '2025-02', 'February 2026'],
    ['2026-Q3', '2025-Q3', 'Q3 2026'],
  ])('a year before %s is %s; it is called so', (name, before, title) => {
    const period = parseCalendarPeriod(name)
    expect(period && [yearBefore(period).name, calendarTitle(period)]).toEqual([before, title])
  })
})
