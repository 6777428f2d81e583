import type { MetricValue, Unit } from '@/lib/insights/metrics/metric-value'
import { type AnyMetric, metrics } from '@/lib/insights/metrics/registry'
import type { Period } from '@/lib/time/period'
import type { MetricsReport } from './report'
import { daysText } from './wording'

/** A metric, and what it comes to; null when the plan does not include it. */
export type MetricCard = { metric: AnyMetric; result: MetricValue | null }

/** The course of a number over the days or weeks of a period, as both server and browser draw it. */
export type Spark = {
  kind: 'line' | 'bars'
  /** Of each day or week; null where there is no data. */
  values: readonly (number | null)[]
  unit: Unit
  /** Places of those that are partial, as with a Bucket. */
  partial: readonly number[]
  /** What it shows: "Successes per day". */
  words: string
  /** The days that it reaches over. */
  days: string
}

/** The five numbers at the top of a report, in the order in which they are shown. */
export function keyMetricsOf(report: MetricsReport): MetricCard[] {
  return metrics.filter(({ isKey }) => isKey).map((metric) => ({ metric, result: report[metric.name] }))
}

/** The course of a metric as it is drawn, to the digits that are read out; null for one that has none. */
export function sparkOf(metric: AnyMetric, result: MetricValue, period: Period): Spark | null {
  const course = metric.course?.(result, period)
  if (!course) return null
  const { kind, words, buckets, values, unit } = course
  const partial = buckets.flatMap((bucket, index) => (bucket.partial ? index : []))
  return {
    kind,
    values: buckets.map((_, index) => rounded(values[index])),
    unit,
    partial,
    words,
    days: daysText(period.firstDay, period.lastDay),
  }
}

/** To the digits that are read out and drawn. */
export function rounded(value: number | null | undefined): number | null {
  return value == null ? null : Math.round(value * 1e6) / 1e6
}
