import { shareWords } from './calculation'
import { comparable, type When } from './context'
import { splitShare } from './contributions'
import { courseOf } from './course'
import { defineMetric, doraMetrics } from './define-metric'
import { deploymentColumnsOf, deploymentDrilldown } from './drilldown/deployments'
import { verdictOf } from './drilldown/drilldown'
import { levelOf } from './levels'
import { type Measured, measured, type Provenance, reasons } from './metric-value'
import {
  type FailureShare,
  failureShareOf,
  isFailure,
  type Outcomes,
  outcomesIn,
  outcomesOf,
  outcomesOfOne,
} from './outcomes'
import { type Deployments, deploymentNeeds, endStatuses } from './samples'
import { rolledBackWords } from './settings'

type Details = {
  overall: FailureShare
  /** How many of those that failed were rolled back. */
  rolledBack: number
  perPart: FailureShare[]
}

/** The share of production deployments that failed. */
export const changeFailureRate = defineMetric({
  slug: 'change-failure-rate',
  title: 'Change failure rate',
  feature: 'metrics',
  isKey: true,
  unit: 'share',
  better: 'lower',
  sample: ['deployment'],
  define: () => ({
    definition: 'The share of production deployments that failed or were rolled back. Cancelled ones never went live.',
    formula: '(failed + rolled back) ÷ (successful + failed + rolled back)',
    source: doraMetrics,
  }),
  setting: rolledBackWords,
  needs: deploymentNeeds,
  compute({ current: { deployments }, previous, teams }, context) {
    const { period, settings } = context
    const { rolledBackFails } = settings
    const outcomes = outcomesOf(deployments)
    const overall = failureShareOf(outcomes, rolledBackFails)
    const before = failureShareOf(outcomesOf(previous.deployments), rolledBackFails)
    const details: Details = {
      overall,
      rolledBack: rolledBackFails ? outcomes.rolledBack : 0,
      perPart: outcomesIn(period.parts, deployments).map((week) => failureShareOf(week, rolledBackFails)),
    }
    return {
      current: measure(deployments, overall, 'in this period'),
      previous: comparable(context, () => measure(previous.deployments, before, 'in the period before')),
      evidence: { kind: 'share', current: partOf(overall), previous: partOf(before) },
      split: splitShare({
        current: failuresOf(deployments, rolledBackFails),
        previous: failuresOf(previous.deployments, rolledBackFails),
        teams,
      }),
      provenance: provenanceOf(outcomes, rolledBackFails),
      leveled: levelOf('changeFailureRate', overall.rate, overall.of),
      details,
    }
  },
  calculation: ({ overall: { failed, of }, rolledBack }, { rolledBackFails }) => {
    const parts: [number, string][] = [[failed - rolledBack, 'failed']]
    if (rolledBackFails) parts.push([rolledBack, 'rolled back'])
    return shareWords(parts, of, 'deployment')
  },
  course: courseOf('Share', 'share', ({ rate }: FailureShare) => rate),
  rows: {
    needs: { current: { deployments: true } },
    only: ['counted', 'failed'],
    sort: [],
    of: ({ current: { deployments } }, context) => {
      const { rolledBackFails } = context.settings
      return deploymentDrilldown(deploymentColumnsOf(['failed']), deployments, context, {
        cellsOf: ({ status }) => ({
          failed: isFailure(status, rolledBackFails),
          ...verdictOf(provenanceOf(outcomesOfOne(status), rolledBackFails)),
        }),
        filters: {
          counted: (status) => status !== 'cancelled',
          failed: (status) => isFailure(status, rolledBackFails),
        },
      })
    },
  },
})

function partOf({ failed, of }: FailureShare) {
  return { part: failed, of }
}

/** Deployments with 1 for one that failed; cancelled ones do not count. */
function failuresOf(deployments: Deployments, rolledBackFails: boolean) {
  const values = deployments.status.map((each) => {
    const status = endStatuses[each] ?? 'cancelled'
    return status === 'cancelled' ? Number.NaN : Number(isFailure(status, rolledBackFails))
  })
  return { of: deployments, values }
}

/** Of deployments that ended so. */
function provenanceOf(outcomes: Outcomes, rolledBackFails: boolean): Provenance {
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

function measure({ length }: Deployments, { rate }: FailureShare, when: When): Measured {
  const missing =
    length === 0
      ? `No deployment to production ended ${when}.`
      : `Every deployment to production that ended ${when} was cancelled.`
  return measured(rate, missing)
}
