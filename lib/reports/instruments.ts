import type { MetricSlug } from '@/lib/metrics/definition'
import type { Figure } from '@/lib/metrics/figure'
import type { Period } from '@/lib/metrics/period'
import type { MetricsReport } from './report'

/** The course of a number over the days or weeks of a period. */
export type Spark = {
  kind: 'line' | 'bars'
  values: (number | null)[]
  /** Whether the last value is of a day or a week that is not over, or lies in the period in part. */
  partialLast: boolean
  /** What it shows: "Successes per day". */
  words: string
}

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
  const partialLast = period.weeks.at(-1)?.partial ?? false
  const instrument = (slug: MetricSlug, figure: Figure | null, what: string, values: (number | null)[] = []) => ({
    slug,
    figure,
    spark: { kind: 'line' as const, values, partialLast, words: `${what} per week` },
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
  return {
    kind: 'bars',
    values: (daily ? perDay : perWeek).map(({ success }) => success),
    partialLast: (daily ? period.days : period.weeks).at(-1)?.partial ?? false,
    words: `Successes per ${daily ? 'day' : 'week'}`,
  }
}
