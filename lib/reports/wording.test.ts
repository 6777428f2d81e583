import { describe, expect, test } from 'vitest'
import type { Figure } from '@/lib/metrics/figure'
import { periodOf } from '@/lib/metrics/period'
import {
  changeText,
  coverWords,
  daysText,
  exactText,
  missingText,
  periodWords,
  reachWords,
  valueParts,
  valueText,
} from './wording'

const text = (value: number, unit: Figure['unit']) => valueText(value, unit).replaceAll('\u00a0', ' ')

test.each<[number, Figure['unit'], string, string]>([
  [1.3666666666, 'per day', '1.4 a day', '1.366667 per day'],
  [1, 'per day', '1 a day', '1 per day'],
  [0.5, 'per day', '3.5 a week', '0.5 per day'],
  [1 / 7, 'per day', '1 a week', '0.142857 per day'],
  [1 / 30, 'per day', '1 per 30 days', '0.033333 per day'],
  [0, 'per day', '0 a day', '0 per day'],
  [11_400, 'seconds', '3 h 10 min', '11400 s'],
  [0, 'seconds', '0 s', '0 s'],
  [2 / 42, 'share', '4.8%', '0.047619'],
  [1, 'share', '100%', '1'],
  [1234, 'count', '1,234', '1234'],
])('%d %s reads %s, exactly %s', (value, unit, read, exact) => {
  expect(text(value, unit)).toBe(read)
  expect(exactText(value, unit)).toBe(exact)
})

test('a value comes apart into numbers and units', () => {
  expect(valueParts(11_400, 'seconds')).toEqual([
    { number: '3', unit: 'h' },
    { number: '10', unit: 'min' },
  ])
  expect(valueParts(0.048, 'share')).toEqual([{ number: '4.8', unit: '%' }])
})

describe('a change', () => {
  const change = (difference: number, ratio: number | null, unit: Figure['unit']) =>
    changeText({ difference, ratio, word: 'better' }, unit).replaceAll('\u00a0', ' ')

  test.each<[number, number | null, Figure['unit'], string]>([
    [-3_900, -0.4, 'seconds', '−1 h 5 min'],
    [0.021, 0.5, 'share', '+2.1 points'],
    [0.2, 0.12, 'per day', '+12%'],
    [0.5, null, 'per day', '+3.5 a week'],
    [0, 0, 'share', '±0'],
    [0.0001, 0.001, 'share', '±0'],
  ])('of %d (ratio %s) %s reads %s', (difference, ratio, unit, read) => {
    expect(change(difference, ratio, unit)).toBe(read)
  })
})

test('says how many rows there are beside why there is no value', () => {
  const figure = (sampleSize: number) => ({
    missing: 'Less than a day has passed.',
    made: { sampleSize, excluded: [], adjusted: [] },
  })
  expect(missingText('deployment-frequency', figure(3))).toBe('3 successes. Less than a day has passed.')
  expect(missingText('deployment-frequency', figure(0))).toBe('Less than a day has passed.')
})

test('days are told without saying anything twice', () => {
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
  expect(words({}, '2026-03-05')).toBe('from 5 to 8 Mar 2026')
  expect(words({}, '2026-03-08')).toBe('on 8 Mar 2026')
  for (const dataFrom of ['2026-03-02', '2026-03-09']) expect(words({ preset: '7d' }, dataFrom)).toBe('in 7 days')
})

describe('what a report covers', () => {
  const period = periodOf('2026-03-02', '2026-03-08', 'Europe/Amsterdam', new Date('2026-03-08T12:00:00Z'))

  test('names the time zone, the day that is not over, and what it is compared with', () => {
    expect(coverWords({ period, dataFrom: '2026-01-01' })).toBe(
      '2 to 8 Mar 2026 in Europe/Amsterdam, against the 7 days before. Today is not over.',
    )
  })

  test('calls what it is compared with by its name', () => {
    expect(coverWords({ period, dataFrom: '2026-01-01' }, 'week 2026-W09')).toContain(', against week 2026-W09.')
  })

  test('says when data begins within it', () => {
    expect(coverWords({ period, dataFrom: '2026-03-05' })).toContain('in Europe/Amsterdam, data from 5 Mar 2026 on.')
    expect(reachWords({ period, dataFrom: '2026-03-05' })).toBe('from 5 Mar 2026')
    expect(reachWords({ period, dataFrom: '2026-03-02' })).toBe('7 days')
  })
})
