import { describe, expect, test } from 'vitest'
import { deploymentFrequency } from '@/lib/insights/metrics/deployment-frequency'
import { calendarPeriodOf } from '@/lib/time/calendar-period'
import { periodOf } from '@/lib/time/period'
import { comparedPeriod } from './chosen-days'
import { parseMetricFilters } from './filters'
import { coverWords, daysText, missingText, periodWords, reachWords } from './wording'

test('says how many rows there are besides why there is no value', () => {
  const result = (sampleSize: number) => ({
    missing: 'Less than a day has passed.',
    provenance: { sampleSize, excluded: [], adjusted: [] },
  })
  expect(missingText(deploymentFrequency, result(3))).toBe('3 successes. Less than a day has passed.')
  expect(missingText(deploymentFrequency, result(0))).toBe('Less than a day has passed.')
})

test('days are named without repetition', () => {
  expect(daysText('2026-03-02', '2026-03-08')).toBe('2 to 8 Mar 2026')
  expect(daysText('2026-02-28', '2026-03-02')).toBe('28 Feb to 2 Mar 2026')
  expect(daysText('2025-12-30', '2026-01-02')).toBe('30 Dec 2025 to 2 Jan 2026')
  expect(daysText('2026-03-31', '2026-03-31')).toBe('31 Mar 2026')
})

test('a period goes on in a sentence', () => {
  const days = { firstDay: '2026-03-02', lastDay: '2026-03-08' }
  const words = (fields: Partial<Parameters<typeof periodWords>[0]>, dataFrom: string | null = null) =>
    periodWords({ ...days, preset: null, ...fields }, dataFrom)
  expect(words({ preset: '7d' })).toBe('in 7 days')
  expect(words({})).toBe('from 2 to 8 Mar 2026')
  expect(words({ firstDay: '2026-03-08' })).toBe('on 8 Mar 2026')
  expect(words({ preset: '7d' }, '2026-03-05')).toBe('since 5 Mar 2026')
  expect(words({ ...calendarPeriodOf('month', '2026-02-03'), calendar: calendarPeriodOf('month', '2026-02-03') })).toBe(
    'in February 2026',
  )
  expect(words({}, '2026-03-05')).toBe('from 5 to 8 Mar 2026')
  expect(words({}, '2026-03-08')).toBe('on 8 Mar 2026')
  for (const dataFrom of ['2026-03-02', '2026-03-09']) expect(words({ preset: '7d' }, dataFrom)).toBe('in 7 days')
})

describe('what a report covers', () => {
  const period = periodOf('2026-03-02', '2026-03-08', 'Europe/Amsterdam', new Date('2026-03-08T12:00:00Z'))
  const previousPeriod = comparedPeriod({ firstDay: '2026-03-02', lastDay: '2026-03-08', preset: null }, period)

  test('names the time zone, the day that is not over, and what it is compared with', () => {
    expect(coverWords({ period, previousPeriod, dataFrom: '2026-01-01' }, {})).toBe(
      '2 to 8 Mar 2026 in Europe/Amsterdam, against the 7 days before. Today is not over.',
    )
  })

  test.each([
    ['period=2026-02', ', against January 2026.'],
    ['period=2026-03', ', against 1 to 8 Feb 2026, as much of February 2026.'],
    ['period=2026-W10&against=year-before', ', against 3 to 9 Mar 2025, a year before.'],
    ['period=2026-W09&against=2025-Q4', ', against Q4 2025.'],
    ['range=7d&against-from=2026-01-01', ', against 1 to 7 Jan 2026.'],
  ])('says what %s is compared with', (query, words) => {
    const { filters } = parseMetricFilters(new URLSearchParams(query), 'UTC', period.now)
    const own = periodOf(filters.firstDay, filters.lastDay, 'UTC', period.now)
    const days = { period: own, previousPeriod: comparedPeriod(filters, own), dataFrom: '2024-01-01' }
    expect(coverWords(days, filters)).toContain(words)
  })

  test('says when data begins within it', () => {
    expect(coverWords({ period, previousPeriod, dataFrom: '2026-03-05' }, {})).toContain(
      'in Europe/Amsterdam, data from 5 Mar 2026 on.',
    )
    expect(reachWords({ period, dataFrom: '2026-03-05' })).toBe('from 5 Mar 2026')
    expect(reachWords({ period, dataFrom: '2026-03-02' })).toBe('7 days')
  })
})
