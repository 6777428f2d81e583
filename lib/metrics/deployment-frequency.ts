import { comparable, deploymentDays, lessThanADay, type MetricContext, type Samples } from './context'
import type { Definition } from './definition'
import { type Figure, figureOf, type Made, measured, reasons } from './figure'
import { outcomesBy, outcomesIn, outcomesOf } from './outcomes'
import type { Deployments } from './samples'

/** Deployments of a bucket by what became of them. */
export type Outcomes = { success: number; failure: number; rolledBack: number; cancelled: number }

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
  byService: { service: string | null; outcomes: Outcomes }[]
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
  const { period, previousPeriod, choices } = context
  const { days, skippedDays, missing } = deploymentDays(context)
  const outcomes = outcomesOf(current)
  return {
    ...figureOf({
      unit: 'per day',
      better: definition.better,
      levels: { metric: 'deploymentFrequency', year: choices.benchmarkYear },
      current: days === null ? { value: null, missing } : { value: outcomes.success / days, missing: null },
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
    perWeek: outcomesIn(period.weeks, current),
    byService: outcomesBy(current, ({ service }) => service).map(([service, of]) => ({ service, outcomes: of })),
    byEnvironment: outcomesBy(current, ({ environment }) => environment).map(([environment, of]) => ({
      environment,
      outcomes: of,
    })),
  }
}

/** How the frequency is made of deployments that ended so, whatever the days that they are divided by. */
export function frequencyMade({ success, failure, rolledBack, cancelled }: Outcomes): Made {
  return {
    sampleSize: success,
    excluded: reasons(
      [failure, 'failed', 'failed'],
      [rolledBack, 'was rolled back', 'were rolled back'],
      [cancelled, 'was cancelled and reached nobody', 'were cancelled and reached nobody'],
    ),
    adjusted: [],
  }
}

const beforeFirstDeployment: [one: string, many: string] = [
  'day before the day of the first production deployment is not counted',
  'days before the day of the first production deployment are not counted',
]
