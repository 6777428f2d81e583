import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import { labelTiers } from '@/lib/insights/charts/label-tiers'
import { shortDay } from '@/lib/time/days'
import type { Bucket } from '@/lib/time/period'
import { type MetricFilters, metricQuery } from './filters'
import { daysText } from './wording'

/** Days or weeks of a report as charts take them. */
export function chartBuckets(buckets: readonly Bucket[]): ChartBuckets {
  const tiers = labelTiers(buckets.length)
  return {
    names: buckets.map(bucketName),
    labels: buckets.filter((_, index) => tiers[index] !== 'never').map(({ firstDay }) => shortDay(firstDay)),
    partial: buckets.flatMap(({ partial }, index) => (partial ? index : [])),
    queries: buckets.map(({ firstDay, lastDay }) => `from=${firstDay}&to=${lastDay}`),
  }
}

/** The address of the rows behind buckets, with their days left open; `path` is the page of the metric. */
export function openRows(path: string, filters: MetricFilters): string {
  return `${path}${metricQuery(filters, { firstDay: '', lastDay: '' })}`
}

function bucketName({ firstDay, lastDay, partial }: Bucket): string {
  return `${daysText(firstDay, lastDay)}${partial ? ' (in part)' : ''}`
}
