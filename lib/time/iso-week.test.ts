import { describe, expect, it } from 'vitest'
import { addWeeks, isoWeekOf, parseIsoWeek } from './iso-week'

describe('a week of ISO 8601', () => {
  it.each([
    ['2026-11-16', '2026-W47'],
    ['2026-11-22', '2026-W47'],
    ['2026-11-23', '2026-W48'],
    ['2021-01-03', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2024-12-30', '2025-W01'],
    ['2027-01-01', '2026-W53'],
  ])('%s lies in %s', (day, name) => {
    expect(isoWeekOf(day).name).toBe(name)
    expect(parseIsoWeek(name)).toEqual(isoWeekOf(day))
  })

  it('goes from Monday to Sunday', () => {
    expect(parseIsoWeek('2026-W47')).toEqual({ name: '2026-W47', firstDay: '2026-11-16', lastDay: '2026-11-22' })
  })

  it.each(['', '2026', '2026-W00', '2025-W53', '2026-W54', '2026-47', '2026-w47', '1999-W10', '2026-W4', '2026-W471'])(
    'is not %j',
    (text) => {
      expect(parseIsoWeek(text)).toBeNull()
    },
  )

  it('has neighbours over the turn of the year', () => {
    const last = isoWeekOf('2026-12-31')
    expect(addWeeks(last, 1).name).toBe('2027-W01')
    expect(addWeeks(addWeeks(last, 1), -1)).toEqual(last)
  })

  it('follows the one before without gaps over forty years', () => {
    let week = isoWeekOf('2000-01-03')
    for (let count = 0; count < 2_080; count += 1) {
      expect(parseIsoWeek(week.name)).toEqual(week)
      const next = addWeeks(week, 1)
      expect(Date.parse(next.firstDay) - Date.parse(week.lastDay)).toBe(86_400_000)
      week = next
    }
  })
})
