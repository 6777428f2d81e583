import { countIn } from './buckets'
import { valuesOf } from './column'
import { comparable, type MetricContext, type When } from './context'
import type { Definition } from './definition'
import type { Outcomes } from './deployment-frequency'
import { type Figure, figureOf, type Measured, measured } from './figure'
import { notLeveled } from './levels'
import { outcomesIn, outcomesOf } from './outcomes'
import type { Bucket } from './period'
import { allIncidents, type ClosedIncident, closedIn, type IncidentSamples } from './recovery-time'

/** Share of successful deployments that closed an incident. */
export type ReworkRate = Figure & {
  rework: number
  of: number
  weekly: { rework: number; of: number; rate: number | null }[]
}

export const definition: Definition = {
  slug: 'rework-rate',
  title: 'Rework rate',
  definition: 'The share of successful production deployments that repaired something: they closed an incident.',
  formula: 'successful deployments that closed an incident ÷ successful deployments',
  better: 'lower',
  source: { title: 'DORA’s software delivery performance metrics', url: 'https://dora.dev/guides/dora-metrics/' },
}

/** The share of successful deployments that closed an incident. */
export function reworkRate(deployments: IncidentSamples, context: MetricContext): ReworkRate {
  const { period, previousPeriod, settings } = context
  const incidents = allIncidents(deployments, settings.rolledBackFails)
  const closed = closedIn(period, incidents)
  const successes = outcomesOf(deployments.current).success
  return {
    ...figureOf({
      unit: 'share',
      better: definition.better,
      leveled: notLeveled,
      current: measure(closed.length, successes, 'in this period'),
      previous: comparable(context, () =>
        measure(
          closedIn(previousPeriod, incidents).length,
          outcomesOf(deployments.previous).success,
          'in the period before',
        ),
      ),
      made: { sampleSize: successes, excluded: [], adjusted: [] },
    }),
    rework: closed.length,
    of: successes,
    weekly: weeklyOf(period.weeks, closed, outcomesIn(period.weeks, deployments.current)),
  }
}

function weeklyOf(weeks: readonly Bucket[], closed: readonly ClosedIncident[], outcomes: Outcomes[]) {
  const closedAt = valuesOf(closed, (incident) => incident.closedAt)
  const rework = countIn(weeks, closedAt)
  return outcomes.map(({ success }, week) => shareOf(rework[week] ?? 0, success))
}

function shareOf(rework: number, of: number): ReworkRate['weekly'][number] {
  return { rework, of, rate: of === 0 ? null : rework / of }
}

function measure(rework: number, successes: number, when: When): Measured {
  return measured(successes === 0 ? null : rework / successes, `No deployment to production succeeded ${when}.`)
}
