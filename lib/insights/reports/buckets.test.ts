import { expect, test } from 'vitest'
import { periodOf } from '@/lib/time/period'
import { linkBuckets } from './buckets'
import { parseMetricFilters } from './filters'

test('a week of a report is named, marked when it is not whole, and leads to its rows', () => {
  const now = new Date('2026-03-11T12:00:00Z')
  const { filters } = parseMetricFilters(new URLSearchParams('from=2026-03-02&to=2026-03-11&service=api'), 'UTC', now)
  const { weeks } = periodOf(filters.firstDay, filters.lastDay, 'UTC', now)
  expect(linkBuckets(weeks, '/acme/insights/lead-time', filters)).toEqual([
    {
      label: '2 Mar',
      longLabel: '2 to 8 Mar 2026',
      partial: false,
      href: '/acme/insights/lead-time?from=2026-03-02&to=2026-03-08&service=api',
    },
    {
      label: '9 Mar',
      longLabel: '9 to 11 Mar 2026',
      partial: true,
      href: '/acme/insights/lead-time?from=2026-03-09&to=2026-03-11&service=api',
    },
  ])
})
