import type { Steps } from '@/lib/core/steps'
import { dayOf } from '@/lib/time/days'
import { isOver, type Period } from '@/lib/time/period'
import { bucketIndexes } from './buckets'
import { valuesOf } from './column'
import { comparable, type When } from './context'
import { splitMedian } from './contributions'
import { courseOfMedian } from './course'
import { defineMetric, doraMetrics, type ResultOf } from './define-metric'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import { dateOf, drilldownOf, sentenceOf } from './drilldown/drilldown'
import { allIncidents, type ClosedIncident, closedIn, type Incident, incidentNeeds } from './incidents'
import { levelOf } from './levels'
import { type Measured, measured, type Provenance, reasons } from './metric-value'
import { latestFirst, type Ranking, rank } from './ranking'
import { rolledBackWords } from './settings'

export type RecoveryTime = ResultOf<typeof recoveryTime>

type Details = {
  distribution: Distribution | null
  /** One for each part of the period, by the end of the incident. */
  perPart: (Distribution | null)[]
  /** Closed in the period, the latest first. */
  closed: ClosedIncident[]
  /** Open at the end of the period, or now; the oldest first. Not averaged. */
  open: Incident[]
}

/** How long it took to recover from deployments that failed: the median over the incidents closed in the period. */
export const recoveryTime = defineMetric({
  slug: 'recovery-time',
  title: 'Failed deployment recovery time',
  feature: 'metrics',
  isKey: true,
  unit: 'seconds',
  better: 'lower',
  sample: ['closed incident'],
  define: () => ({
    definition:
      'How long production waits for a success after a failure, for each service and environment. Failures in a row are ' +
      'one incident, and it counts when it is over. The number is the median.',
    formula: 'median of (next success completed − first failure completed)',
    source: doraMetrics,
  }),
  setting: rolledBackWords,
  needs: incidentNeeds,
  *compute(samples, context) {
    const { period, previousPeriod, settings } = context
    const incidents = yield* allIncidents(samples, settings.rolledBackFails)
    const closed = closedIn(period, incidents)
    const open = incidents.filter(({ closedAt }) => closedAt === null)
    yield
    const before = closedIn(previousPeriod, incidents)
    const ranking = yield* rankingOf(closed)
    const distribution = distributionOf(ranking)
    yield
    const rankingBefore = yield* rankingOf(before)
    const details: Details = {
      distribution,
      perPart: distributionsOf(
        ranking,
        bucketIndexes(
          period.parts,
          valuesOf(closed, ({ closedAt }) => closedAt),
        ),
        period.parts.length,
      ),
      closed: yield* latestClosedFirst(closed, ({ closedById }) => closedById),
      open,
    }
    return {
      current: measure(distribution, 'in this period'),
      previous: comparable(context, () => measure(distributionOf(rankingBefore), 'in the period before')),
      evidence: { kind: 'median', current: ranking.values, previous: rankingBefore.values },
      split: splitMedian({
        current: { of: ownersOf(closed), ranking },
        previous: { of: ownersOf(before), ranking: rankingBefore },
        teams: samples.teams,
      }),
      provenance: provenanceOf(closed.length, open.length, period),
      leveled: levelOf('recoveryTime', distribution?.p50 ?? null, closed.length),
      details,
    }
  },
  median: (_samples, { closed }) => valuesOf(closed, ({ seconds }) => seconds),
  course: courseOfMedian('seconds'),
  rows: {
    needs: incidentNeeds,
    only: ['counted'],
    sort: ['slowest'],
    *of(samples, { period, settings }) {
      const incidents = yield* allIncidents(samples, settings.rolledBackFails)
      yield
      const open = incidents.filter(({ closedAt }) => closedAt === null)
      const closed = closedIn(period, incidents)
      yield
      const latestClosed = yield* latestClosedFirst(closed, ({ openedById }) => openedById)
      return incidentDrilldown([...open.reverse(), ...latestClosed], period)
    },
  },
})

const columns = {
  columns: [
    'openedById',
    'openedBy',
    'repository',
    'service',
    'environment',
    'openedAt',
    'failures',
    'closedById',
    'closedBy',
    'closedAt',
    'day',
    'recoverySeconds',
    'counted',
    'why',
  ],
  shown: ['openedBy', 'openedAt', 'failures', 'closedBy', 'closedAt', 'recoverySeconds', 'counted'],
} as const

/** The incidents given, in their order. */
function incidentDrilldown(incidents: readonly Incident[], period: Period) {
  const [isOpen] = whyOpen(period)
  return drilldownOf(
    columns,
    incidents,
    (incident) => {
      const { service, environment, openedById, closedById, failures, seconds } = incident
      const closedAt = dateOf(incident.closedAt)
      return {
        openedById,
        service,
        environment,
        openedAt: new Date(incident.openedAt),
        failures,
        closedById,
        closedAt,
        day: closedAt && dayOf(closedAt, period.timeZone),
        recoverySeconds: seconds,
        counted: closedAt !== null,
        why: closedAt ? null : sentenceOf(isOpen),
      }
    },
    { counted: ({ closedAt }) => closedAt !== null, slowest: () => (incident) => incident.seconds },
  )
}

/** By the greatest of their ids at the same instant. */
function* latestClosedFirst(
  closed: readonly ClosedIncident[],
  idOf: (incident: ClosedIncident) => number,
): Steps<ClosedIncident[]> {
  const closedAt = valuesOf(closed, (incident) => incident.closedAt)
  const ids = valuesOf(closed, idOf)
  yield
  const order = yield* latestFirst(closedAt, ids)
  return Array.from(order, (index) => closed[index] as ClosedIncident)
}

function provenanceOf(closed: number, open: number, period: Period): Provenance {
  const [one, many] = whyOpen(period)
  return { sampleSize: closed, excluded: reasons([open, `incident ${one}`, `incidents ${many}`]), adjusted: [] }
}

/**
 * Why incidents that a period did not close do not count: of one that is over, the period does not look at what came
 * after.
 */
function whyOpen(period: Period): [one: string, many: string] {
  return isOver(period)
    ? ['was open when the period ended', 'were open when the period ended']
    : ['is still open', 'are still open']
}

function measure(distribution: Distribution | null, when: When): Measured {
  return measured(distribution?.p50, `No incident was closed ${when}.`)
}

function rankingOf(closed: readonly ClosedIncident[]): Steps<Ranking> {
  return rank(valuesOf(closed, ({ seconds }) => seconds))
}

function ownersOf(incidents: readonly Incident[]) {
  return { serviceEnvironments: incidents, serviceEnvironment: Int32Array.from(incidents.keys()) }
}
