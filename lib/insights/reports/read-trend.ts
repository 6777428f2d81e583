import { runInSteps } from '@/lib/core/run-in-steps'
import type { MetricContext } from '@/lib/insights/metrics/context'
import type { Course } from '@/lib/insights/metrics/define-metric'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import type { MetricSamples } from '@/lib/insights/metrics/samples'
import type { Bucket, Period } from '@/lib/time/period'
import { noSamples } from './load-samples'

/** The course of a number over a period, and over the period before, cut in the same way; null where it has none. */
export type Trend = { course: Course; previous: Course | null }

/** The course of a metric and of the period before, made of the samples at hand; null for one that has none. */
export async function readTrend(
  metric: AnyMetric,
  result: MetricValue,
  samples: MetricSamples,
  context: MetricContext,
  pause: () => Promise<void>,
): Promise<Trend | null> {
  const { period, previousPeriod } = context
  const course = metric.course?.(result, period)
  if (!metric.course || !course) return null
  if (result.previous === null) return { course, previous: null }
  await pause()
  const before = { ...context, period: { ...previousPeriod, parts: alike(period.parts, period, previousPeriod) } }
  // What came before the earlier period is not at hand; it would be compared, which is not looked at.
  const ofPrevious = { ...samples, current: samples.previous, previous: noSamples, between: null }
  const computed = await runInSteps(metric.computeInSteps(ofPrevious, before), pause)
  return { course, previous: metric.course(computed, before.period, period) }
}

/** As many days of another period as buckets have; of a shorter one those that there are. */
function alike(buckets: readonly Bucket[], { days }: Period, other: Period): Bucket[] {
  const places = new Map(days.map(({ firstDay }, index) => [firstDay, index]))
  return buckets.flatMap((bucket) => {
    const first = other.days[places.get(bucket.firstDay) ?? days.length]
    const end = other.days[places.get(bucket.lastDay) ?? days.length]
    const last = end ?? other.days.at(-1)
    if (!first || !last) return []
    const partial = bucket.partial || end === undefined
    return [{ firstDay: first.firstDay, lastDay: last.lastDay, from: first.from, to: last.to, partial }]
  })
}
