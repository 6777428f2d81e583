import { type Annotation, annotationSubject, type ChartMark } from '@/lib/insights/charts/annotation'
import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import { labelTiers } from '@/lib/insights/charts/label-tiers'
import { countDays, shortDay } from '@/lib/time/days'
import type { Bucket } from '@/lib/time/period'
import { type MetricFilters, metricQuery } from './filters'
import { daysText } from './wording'

/** One list for all charts of a period: what is the same is sent to a browser once. */
const namesOf = new WeakMap<readonly Bucket[], readonly string[]>()

/** Days or weeks of a report as charts take them, with the annotations that lie on them. */
export function chartBuckets(buckets: readonly Bucket[], annotations: readonly Annotation[] = []): ChartBuckets {
  const tiers = labelTiers(buckets.length)
  const names = namesOf.get(buckets) ?? buckets.map(bucketName)
  namesOf.set(buckets, names)
  return {
    names,
    labels: buckets.filter((_, index) => tiers[index] !== 'never').map(({ firstDay }) => shortDay(firstDay)),
    partial: buckets.flatMap(({ partial }, index) => (partial ? index : [])),
    from: buckets[0]?.firstDay ?? '',
    days: buckets.map(({ firstDay, lastDay }) => countDays(firstDay, lastDay)),
    marks: annotations.flatMap((annotation) => markOf(annotation, buckets)),
  }
}

/** The address of the rows behind buckets, with their days left open; `path` is the page of the metric. */
export function openRows(path: string, filters: MetricFilters): string {
  return `${path}${metricQuery(filters, { firstDay: '', lastDay: '' })}`
}

/** "Freeze: Black Friday (api), 27 to 30 Nov 2026" on the buckets of its days; nothing where it lies on none. */
function markOf(annotation: Annotation, buckets: readonly Bucket[]): ChartMark[] {
  const first = buckets.findIndex(({ lastDay }) => lastDay >= annotation.firstDay)
  const last = buckets.findLastIndex(({ firstDay }) => firstDay <= annotation.lastDay)
  if (first === -1 || last < first) return []
  const words = `${annotationSubject(annotation)}, ${daysText(annotation.firstDay, annotation.lastDay)}`
  return [{ id: annotation.id, words, first, last }]
}

function bucketName({ firstDay, lastDay, partial }: Bucket): string {
  return `${daysText(firstDay, lastDay)}${partial ? ' (in part)' : ''}`
}
