import { comparable, deploymentDays, lessThanADay, type MetricContext, type Samples } from './context'
import type { Definition } from './definition'
import { type Figure, figureOf, type Made, type Measured, measured, reasons } from './figure'
import { compareNames, groupStreams } from './groups'
import { levelOf } from './levels'
import { attemptsOf, outcomesBy, outcomesByGroupIn, outcomesIn, outcomesOf, sumOf } from './outcomes'
import type { Bucket } from './period'
import type { Deployments } from './samples'

/** Deployments of a bucket by what became of them. */
export type Outcomes = { success: number; failure: number; rolledBack: number; cancelled: number }

/** How often one service was deployed that was deployed at all. */
export type ServiceFrequency = {
  service: string | null
  outcomes: Outcomes
  /** One for each week of the period. */
  perWeek: Outcomes[]
  /** Successes a day; null where that of all services is. */
  value: number | null
}

export type DeploymentFrequency = Figure & {
  /** Days that the successes are divided by; null without a value. */
  days: number | null
  /** Over the whole period. */
  outcomes: Outcomes
  /** All of them. */
  attempts: number
  /** One for each day of the period. */
  perDay: Outcomes[]
  /** One for each week. */
  perWeek: Outcomes[]
  /** The most successes first. */
  byService: ServiceFrequency[]
  byEnvironment: { environment: string; outcomes: Outcomes }[]
}

export const definition: Definition = {
  slug: 'deployment-frequency',
  title: 'Deployment frequency',
  definition: 'How often production is deployed successfully.',
  formula: 'successful production deployments ÷ days that have passed',
  better: 'higher',
  source: { title: 'DORA’s software delivery performance metrics', url: 'https://dora.dev/guides/dora-metrics/' },
}

/** Successful production deployments a day. */
export function deploymentFrequency(deployments: Samples<Deployments>, context: MetricContext): DeploymentFrequency {
  const { current, previous } = deployments
  const { period, previousPeriod } = context
  const { days, skippedDays, missing } = deploymentDays(context)
  const outcomes = outcomesOf(current)
  const perDay: Measured = days === null ? { value: null, missing } : { value: outcomes.success / days, missing: null }
  const byService = servicesOf(current, period.weeks, days)
  return {
    ...figureOf({
      unit: 'per day',
      better: definition.better,
      leveled: levelOf('deploymentFrequency', perDay.value, outcomes.success),
      current: perDay,
      previous: comparable(context, () =>
        measured(
          previousPeriod.elapsedDays < 1 ? null : outcomesOf(previous).success / previousPeriod.elapsedDays,
          lessThanADay,
        ),
      ),
      made: {
        ...frequencyMade(outcomes),
        adjusted: reasons([skippedDays, ...beforeFirstDeployment]),
      },
    }),
    days,
    outcomes,
    attempts: current.length,
    perDay: outcomesIn(period.days, current),
    perWeek: period.weeks.map((_, week) => sumOf(byService.flatMap(({ perWeek }) => perWeek[week] ?? []))),
    byService,
    byEnvironment: outcomesBy(current, ({ environment }) => environment).map(([environment, of]) => ({
      environment,
      outcomes: of,
    })),
  }
}

function servicesOf(deployments: Deployments, weeks: readonly Bucket[], days: number | null): ServiceFrequency[] {
  const { names, indexes } = groupStreams(deployments, ({ service }) => service)
  const weekly = outcomesByGroupIn(weeks, deployments, indexes, names.length)
  return names
    .map((service, index) => {
      const perWeek = weekly[index] ?? []
      const outcomes = sumOf(perWeek)
      return { service, outcomes, perWeek, value: days === null ? null : outcomes.success / days }
    })
    .filter(({ outcomes }) => attemptsOf(outcomes) > 0)
    .sort((a, b) => b.outcomes.success - a.outcomes.success || compareNames(a.service, b.service))
}

/** How the frequency is made of deployments that ended so, whatever the days that they are divided by. */
export function frequencyMade({ success, failure, rolledBack, cancelled }: Outcomes): Made {
  return {
    sampleSize: success,
    excluded: reasons(
      [failure, 'failed', 'failed'],
      [rolledBack, 'was rolled back', 'were rolled back'],
      [cancelled, 'was cancelled and never went live', 'were cancelled and never went live'],
    ),
    adjusted: [],
  }
}

const beforeFirstDeployment: [one: string, many: string] = [
  'day before the day of the first production deployment is not counted',
  'days before the day of the first production deployment are not counted',
]
