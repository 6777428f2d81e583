import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { type AnyMetric, metrics } from '@/lib/insights/metrics/registry'
import { valueText } from '@/lib/insights/metrics/value-text'
import type { Period } from '@/lib/time/period'
import type { MetricsReport } from './report'
import { daysText } from './wording'

/** A metric, and what it comes to; null when the plan does not include it. */
export type MetricCard = { metric: AnyMetric; result: MetricValue | null }

/** The course of a number over the days or weeks of a period. */
export type Spark = {
  kind: 'line' | 'bars'
  points: SparkPoint[]
  /** What it shows: "Successes per day". */
  words: string
}

/** The number of a day or a week, also in words; null where there is no data. `partial` as with a Bucket. */
type SparkPoint = { longLabel: string; partial: boolean; value: number | null; text: string }

/** The five numbers at the top of a report, in the order in which they are shown. */
export function keyMetricsOf(report: MetricsReport): MetricCard[] {
  return metrics.filter(({ isKey }) => isKey).map((metric) => ({ metric, result: report[metric.name] }))
}

/** The course of a metric as it is drawn; null for one that has none. */
export function sparkOf(metric: AnyMetric, result: MetricValue, period: Period): Spark | null {
  const course = metric.course?.(result, period)
  if (!course) return null
  const { kind, words, buckets, values, unit } = course
  const points = buckets.map(({ firstDay, lastDay, partial }, index) => {
    const value = values[index] ?? null
    const text = value === null ? 'no data' : valueText(value, unit)
    return { longLabel: daysText(firstDay, lastDay), partial, value, text }
  })
  return { kind, points, words }
}
