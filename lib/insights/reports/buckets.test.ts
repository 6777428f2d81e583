import { expect, test } from 'vitest'
import { rowsOf } from '@/lib/insights/charts/chart-buckets'
import { periodOf } from '@/lib/time/period'
import { chartBuckets, openRows } from './buckets'
import { parseMetricFilters } from './filters'

test('a week of a report is named, marked when it is not whole, and leads to its rows', () => {
  const now = new Date('2026-03-18T12:00:00Z')
  const { filters } = parseMetricFilters(new URLSearchParams('from=2026-03-02&to=2026-03-18&service=api'), 'UTC', now)
  const { parts } = periodOf(filters.firstDay, filters.lastDay, 'UTC', now)
  const buckets = chartBuckets(parts)
  expect(buckets).toMatchObject({
    names: ['2 to 8 Mar 2026', '9 to 15 Mar 2026', '16 to 18 Mar 2026 (in part)'],
    labels: ['2 Mar', '9 Mar', '16 Mar'],
    partial: [2],
  })
  const rows = openRows('/acme/insights/lead-time', filters)
  expect([0, 2, null].map((week) => rowsOf(rows, buckets, week))).toEqual([
    '/acme/insights/lead-time?from=2026-03-02&to=2026-03-08&service=api',
    '/acme/insights/lead-time?from=2026-03-16&to=2026-03-18&service=api',
    '/acme/insights/lead-time?from=2026-03-02&to=2026-03-18&service=api',
  ])
})
