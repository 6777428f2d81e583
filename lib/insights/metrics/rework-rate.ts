import type { Bucket } from '@/lib/time/period'
import { countIn } from './buckets'
import { shareWords } from './calculation'
import { valueAt, valuesOf } from './column'
import { comparable, type When } from './context'
import { splitShare } from './contributions'
import { courseOf } from './course'
import { defineMetric, doraMetrics } from './define-metric'
import { deploymentColumnsOf, successDrilldown } from './drilldown/deployments'
import { allIncidents, type ClosedIncident, closedIn, incidentNeeds } from './incidents'
import { type Measured, measured } from './metric-value'
import { type Outcomes, outcomesIn, outcomesOf } from './outcomes'
import { type Deployments, endStatuses } from './samples'
import { rolledBackWords } from './settings'

type Details = { rework: number; of: number; perPart: ReworkShare[] }

/** Deployments that closed an incident, of those that were a success; the rate is null where none was. */
type ReworkShare = { rework: number; of: number; rate: number | null }

/** The share of successful deployments that closed an incident. */
export const reworkRate = defineMetric({
  slug: 'rework-rate',
  title: 'Rework rate',
  feature: 'metrics',
  isKey: true,
  unit: 'share',
  better: 'lower',
  sample: ['success', 'successes'],
  define: () => ({
    definition: 'The share of successful production deployments that repaired something: they closed an incident.',
    formula: 'successful deployments that closed an incident ÷ successful deployments',
    source: doraMetrics,
  }),
  setting: rolledBackWords,
  needs: incidentNeeds,
  *compute(samples, context) {
    const { period, previousPeriod, settings } = context
    const { current, previous, teams } = samples
    const { deployments } = current
    const incidents = yield* allIncidents(samples, settings.rolledBackFails)
    const closed = closedIn(period, incidents)
    yield
    const before = closedIn(previousPeriod, incidents)
    const successes = outcomesOf(deployments).success
    const successesBefore = outcomesOf(previous.deployments).success
    const details: Details = {
      rework: closed.length,
      of: successes,
      perPart: weeklyOf(period.parts, closed, outcomesIn(period.parts, deployments)),
    }
    return {
      current: measure(closed.length, successes, 'in this period'),
      previous: comparable(context, () => measure(before.length, successesBefore, 'in the period before')),
      evidence: {
        kind: 'share',
        current: { part: closed.length, of: successes },
        previous: { part: before.length, of: successesBefore },
      },
      split: splitShare({
        current: reworkOf(deployments, closed),
        previous: reworkOf(previous.deployments, before),
        teams,
      }),
      provenance: { sampleSize: successes, excluded: [], adjusted: [] },
      details,
    }
  },
  calculation: ({ rework, of }) => shareWords([[rework, 'closed an incident']], of, 'successful deployment'),
  course: courseOf('Share', 'share', ({ rate }: ReworkShare) => rate),
  rows: {
    needs: incidentNeeds,
    only: [],
    sort: [],
    *of(samples, context) {
      const closed = closedIn(context.period, yield* allIncidents(samples, context.settings.rolledBackFails))
      yield
      const openedBy = new Map(closed.map(({ closedById, openedById }) => [closedById, openedById]))
      yield
      const columns = deploymentColumnsOf(['closedIncident', 'openedById', 'openedBy'])
      return yield* successDrilldown(columns, samples.current.deployments, context, ({ id }) => ({
        closedIncident: openedBy.has(id),
        openedById: openedBy.get(id) ?? null,
        counted: true,
        why: null,
      }))
    },
  },
})

/** Deployments with 1 for a success that closed an incident; only successes count. */
function reworkOf(deployments: Deployments, closed: readonly ClosedIncident[]) {
  const closing = new Set(closed.map(({ closedById }) => closedById))
  const { id, status } = deployments
  const values = status.map((each, index) =>
    endStatuses[each] === 'success' ? Number(closing.has(valueAt(id, index))) : Number.NaN,
  )
  return { of: deployments, values }
}

function weeklyOf(weeks: readonly Bucket[], closed: readonly ClosedIncident[], outcomes: Outcomes[]): ReworkShare[] {
  const closedAt = valuesOf(closed, (incident) => incident.closedAt)
  const rework = countIn(weeks, closedAt)
  return outcomes.map(({ success }, week) => shareOf(rework[week] ?? 0, success))
}

function shareOf(rework: number, of: number): ReworkShare {
  return { rework, of, rate: of === 0 ? null : rework / of }
}

function measure(rework: number, successes: number, when: When): Measured {
  return measured(successes === 0 ? null : rework / successes, `No deployment to production succeeded ${when}.`)
}
