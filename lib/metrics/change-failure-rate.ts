import { valueAt } from './column'
import { comparable, type MetricContext, type Samples, type When } from './context'
import type { Definition } from './definition'
import type { Outcomes } from './deployment-frequency'
import { statusAt } from './deployments'
import { type Figure, figureOf, type Made, type Measured, measured, reasons } from './figure'
import { compareNames } from './groups'
import { levelOf } from './levels'
import { type FailureShare, failureShareOf, outcomesBy, outcomesIn, outcomesOf } from './outcomes'
import type { DeploymentSample, Deployments } from './samples'

export type ChangeFailureRate = Figure & {
  overall: FailureShare
  weekly: FailureShare[]
  /** The most failures first. */
  byService: ({ service: string | null } & FailureShare)[]
  /** Ids of deployments that failed, the latest first. */
  failedIds: number[]
}

export const definition: Definition = {
  slug: 'change-failure-rate',
  title: 'Change failure rate',
  definition: 'The share of production deployments that failed or were rolled back. Cancelled ones never went live.',
  formula: '(failed + rolled back) ÷ (successful + failed + rolled back)',
  better: 'lower',
  source: { title: 'DORA’s software delivery performance metrics', url: 'https://dora.dev/guides/dora-metrics/' },
}

/** The share of production deployments that failed. */
export function changeFailureRate(deployments: Samples<Deployments>, context: MetricContext): ChangeFailureRate {
  const { period, settings } = context
  const { current, previous } = deployments
  const { rolledBackFails } = settings
  const outcomes = outcomesOf(current)
  const overall = failureShareOf(outcomes, rolledBackFails)
  return {
    ...figureOf({
      unit: 'share',
      better: definition.better,
      leveled: levelOf('changeFailureRate', overall.rate, overall.of),
      current: measure(current, overall, 'in this period'),
      previous: comparable(context, () =>
        measure(previous, failureShareOf(outcomesOf(previous), rolledBackFails), 'in the period before'),
      ),
      made: failureRateMade(outcomes, rolledBackFails),
    }),
    overall,
    weekly: outcomesIn(period.weeks, current).map((week) => failureShareOf(week, rolledBackFails)),
    byService: outcomesBy(current, ({ service }) => service)
      .map(([service, ofService]) => ({ service, ...failureShareOf(ofService, rolledBackFails) }))
      .sort((a, b) => b.failed - a.failed || compareNames(a.service, b.service)),
    failedIds: failedIds(current, rolledBackFails),
  }
}

/** How the rate is made of deployments that ended so. */
export function failureRateMade(outcomes: Outcomes, rolledBackFails: boolean): Made {
  return {
    sampleSize: failureShareOf(outcomes, rolledBackFails).of,
    excluded: reasons([outcomes.cancelled, 'was cancelled and never went live', 'were cancelled and never went live']),
    adjusted: reasons([
      rolledBackFails ? 0 : outcomes.rolledBack,
      'was rolled back and counts as not failed, as the organization set',
      'were rolled back and count as not failed, as the organization set',
    ]),
  }
}

/** Whether a deployment of this status counts as failed. */
export function isFailure(status: DeploymentSample['status'], rolledBackFails: boolean): boolean {
  return status === 'failure' || (rolledBackFails && status === 'rolled_back')
}

function failedIds(deployments: Deployments, rolledBackFails: boolean): number[] {
  const { id, completedAt } = deployments
  return Array.from(id.keys())
    .filter((index) => isFailure(statusAt(deployments, index), rolledBackFails))
    .sort((a, b) => valueAt(completedAt, b) - valueAt(completedAt, a) || valueAt(id, b) - valueAt(id, a))
    .map((index) => valueAt(id, index))
}

function measure(deployments: Pick<Deployments, 'length'>, { rate }: FailureShare, when: When): Measured {
  const missing =
    deployments.length === 0
      ? `No deployment to production ended ${when}.`
      : `Every deployment to production that ended ${when} was cancelled.`
  return measured(rate, missing)
}
