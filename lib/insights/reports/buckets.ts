import { shortDay } from '@/lib/time/days'
import type { Bucket } from '@/lib/time/period'
import { type MetricFilters, metricQuery } from './filters'
import { daysText } from './wording'

/** A day or a week with its names, and the address of the rows behind it. */
type LinkedBucket = { label: string; longLabel: string; partial: boolean; href: string }

/** Buckets of a report as charts take them; `path` is the page of the metric. */
export function linkBuckets(buckets: readonly Bucket[], path: string, filters: MetricFilters): LinkedBucket[] {
  return buckets.map(({ firstDay, lastDay, partial }) => ({
    label: shortDay(firstDay),
    longLabel: daysText(firstDay, lastDay),
    partial,
    href: `${path}${metricQuery(filters, { firstDay, lastDay })}`,
  }))
}
