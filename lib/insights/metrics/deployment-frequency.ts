import { compareNames, type Listed, listFirst } from '@/lib/core/listed'
import type { Steps } from '@/lib/core/steps'
import type { Bucket, Period } from '@/lib/time/period'
import { perDayWords } from './calculation'
import { comparable, deploymentDays, lessThanADay } from './context'
import { splitRate } from './contributions'
import { defineMetric, doraMetrics } from './define-metric'
import { deploymentColumnsOf, deploymentDrilldown } from './drilldown/deployments'
import { verdictOf } from './drilldown/drilldown'
import { placesAmong } from './groups'
import { levelOf } from './levels'
import { type Measured, measured, type Provenance, reasons } from './metric-value'
import { type Outcomes, outcomesBy, outcomesByGroupIn, outcomesIn, outcomesOf, outcomesOfOne } from './outcomes'
import { type Deployments, deploymentNeeds, endStatuses } from './samples'

/** How often one service was deployed that was deployed at all. */
export type ServiceFrequency = {
  service: string | null
  outcomes: Outcomes
  /** One for each part of the period. */
  perPart: Outcomes[]
  /** Successes a day; null where that of all services is. */
  value: number | null
}

type Details = {
  /** Days that the successes are divided by; null without a value. */
  days: number | null
  /** Over the whole period. */
  outcomes: Outcomes
  /** Successes of the period before; null where it is not compared. */
  previousSuccess: number | null
  /** All of them. */
  attempts: number
  /** One for each day of the period. */
  perDay: Outcomes[]
  /** One for each part of the period. */
  perPart: Outcomes[]
  /** The most successes first, at most `maxListedServices`. */
  byService: ServiceFrequency[]
  /** How many more services were deployed. */
  servicesLeftOut: number
}

/** Successful production deployments a day. */
export const deploymentFrequency = defineMetric({
  slug: 'deployment-frequency',
  title: 'Deployment frequency',
  feature: 'deployment-frequency',
  isKey: true,
  unit: 'per day',
  better: 'higher',
  sample: ['success', 'successes'],
  define: () => ({
    definition: 'How often production is deployed successfully.',
    formula: 'successful production deployments ÷ days that have passed',
    source: doraMetrics,
  }),
  needs: deploymentNeeds,
  *compute({ current, previous, teams }, context) {
    const { deployments } = current
    const { period, previousPeriod } = context
    const { days, skippedDays, missing } = deploymentDays(context)
    const outcomes = outcomesOf(deployments)
    const successBefore = outcomesOf(previous.deployments).success
    const perDay: Measured =
      days === null ? { value: null, missing } : { value: outcomes.success / days, missing: null }
    yield
    const { listed: byService, leftOut: servicesLeftOut } = yield* servicesOf(deployments, period.parts, days)
    const daily = outcomesIn(period.days, deployments)
    yield
    const perPart = outcomesIn(period.parts, deployments)
    yield
    const details: Details = {
      days,
      outcomes,
      previousSuccess: comparable(context, () => ({ value: successBefore, missing: null })).value,
      attempts: deployments.length,
      perDay: daily,
      perPart,
      byService,
      servicesLeftOut,
    }
    return {
      current: perDay,
      previous: comparable(context, () =>
        measured(previousPeriod.elapsedDays < 1 ? null : successBefore / previousPeriod.elapsedDays, lessThanADay),
      ),
      evidence: {
        kind: 'rate',
        current: { count: outcomes.success, days: days ?? 0 },
        previous: { count: successBefore, days: previousPeriod.elapsedDays },
      },
      split: splitRate(
        { current: successesOf(deployments), previous: successesOf(previous.deployments), teams },
        { current: days ?? 0, previous: previousPeriod.elapsedDays },
      ),
      provenance: { ...provenanceOf(outcomes), adjusted: reasons([skippedDays, ...beforeFirstDeployment]) },
      leveled: levelOf('deploymentFrequency', perDay.value, outcomes.success),
      details,
    }
  },
  calculation: ({ days, outcomes }) =>
    days === null ? null : perDayWords(outcomes.success, 'successful deployment', days),
  course: ({ perDay, perPart }, period, like = period) => {
    const daily = isDaily(like)
    return {
      kind: 'bars',
      words: `Successes per ${daily ? 'day' : 'week'}`,
      buckets: daily ? period.days : period.parts,
      values: (daily ? perDay : perPart).map(({ success }) => success),
      unit: 'count',
    }
  },
  rows: {
    needs: { current: { deployments: true } },
    only: ['counted'],
    sort: [],
    of: ({ current: { deployments } }, context) => {
      const { days } = deploymentDays(context)
      return deploymentDrilldown(deploymentColumnsOf([], ['days']), deployments, context, {
        cellsOf: ({ status }) => ({ ...verdictOf(provenanceOf(outcomesOfOne(status))), days }),
        filters: { counted: (status) => status === 'success' },
      })
    },
  },
})

/** Deployments of which the successful ones count. */
function successesOf(deployments: Deployments) {
  const values = deployments.status.map((status) => (endStatuses[status] === 'success' ? 1 : Number.NaN))
  return { of: deployments, values }
}

/** Longest period whose deployments are drawn by the day. */
const maxDrawnDays = 45

/** Whether deployments of a period are drawn by the day, or by the week. */
export function isDaily({ days }: Pick<Period, 'days'>): boolean {
  return days.length <= maxDrawnDays
}

function mostSuccessesFirst([a, ofA]: [string | null, Outcomes], [b, ofB]: [string | null, Outcomes]): number {
  return ofB.success - ofA.success || compareNames(a, b)
}

function* servicesOf(
  deployments: Deployments,
  parts: readonly Bucket[],
  days: number | null,
): Steps<Listed<ServiceFrequency>> {
  const outcomes = yield* outcomesBy(deployments, ({ service }) => service)
  const { listed, leftOut } = listFirst(outcomes, mostSuccessesFirst)
  const services = listed.map(([service]) => service)
  const places = yield* placesAmong(services, deployments)
  yield
  const perPart = outcomesByGroupIn(parts, deployments, places, services.length)
  yield
  return {
    listed: listed.map(([service, outcomes], index) => ({
      service,
      outcomes,
      perPart: perPart[index] ?? [],
      value: days === null ? null : outcomes.success / days,
    })),
    leftOut,
  }
}

/** Of deployments that ended so, whatever the days that they are divided by. */
function provenanceOf({ success, failure, rolledBack, cancelled }: Outcomes): Provenance {
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
