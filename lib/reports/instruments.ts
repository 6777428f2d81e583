import type { MetricSlug } from '@/lib/metrics/definition'
import type { Figure } from '@/lib/metrics/figure'
import type { Bucket, Period } from '@/lib/metrics/period'
import type { MetricsReport } from './report'
import { daysText, valueText } from './wording'

/** The course of a number over the days or weeks of a period. */
export type Spark = {
  kind: 'line' | 'bars'
  points: SparkPoint[]
  /** What it shows: "Successes per day". */
  words: string
}

/** The number of a day or a week, also in words; null where there is no data. `partial` as with a Bucket. */
type SparkPoint = { longLabel: string; partial: boolean; value: number | null; text: string }

/** One of the five numbers; its figure is null when the plan does not include it. */
export type Instrument = { slug: MetricSlug; figure: Figure | null; spark: Spark }

/** Longest period whose deployments are drawn by the day. */
const mostDays = 45

/** Whether deployments of a period are drawn by the day, or by the week. */
export function isDaily({ days }: Pick<Period, 'days'>): boolean {
  return days.length <= mostDays
}

/** The five numbers of a report, in the order in which they are shown. */
export function instrumentsOf(report: MetricsReport): Instrument[] {
  const { period, leadTime, changeFailureRate, recoveryTime, reworkRate } = report
  const instrument = (slug: MetricSlug, figure: Figure | null, what: string, values: (number | null)[] = []) => ({
    slug,
    figure,
    spark: {
      kind: 'line' as const,
      points: pointsOf(period.weeks, values, figure?.unit ?? 'count'),
      words: `${what} per week`,
    },
  })
  return [
    { slug: 'deployment-frequency', figure: report.deploymentFrequency, spark: deployments(report) },
    instrument(
      'lead-time',
      leadTime,
      'Median',
      leadTime?.weekly.map((week) => week?.p50 ?? null),
    ),
    instrument(
      'change-failure-rate',
      changeFailureRate,
      'Share',
      changeFailureRate?.weekly.map(({ rate }) => rate),
    ),
    instrument(
      'recovery-time',
      recoveryTime,
      'Median',
      recoveryTime?.weekly.map((week) => week?.p50 ?? null),
    ),
    instrument(
      'rework-rate',
      reworkRate,
      'Share',
      reworkRate?.weekly.map(({ rate }) => rate),
    ),
  ]
}

function deployments({ deploymentFrequency: { perDay, perWeek }, period }: MetricsReport): Spark {
  const daily = isDaily(period)
  const successes = (daily ? perDay : perWeek).map(({ success }) => success)
  return {
    kind: 'bars',
    points: pointsOf(daily ? period.days : period.weeks, successes, 'count'),
    words: `Successes per ${daily ? 'day' : 'week'}`,
  }
}

function pointsOf(buckets: readonly Bucket[], values: readonly (number | null)[], unit: Figure['unit']): SparkPoint[] {
  return values.flatMap((value, index) => {
    const bucket = buckets[index]
    if (!bucket) return []
    const { firstDay, lastDay, partial } = bucket
    const text = value === null ? 'no data' : valueText(value, unit)
    return { longLabel: daysText(firstDay, lastDay), partial, value, text }
  })
}
