import { bucketIndexes } from './buckets'
import { valuesOf } from './column'
import { comparable, type MetricContext, type Samples, type When } from './context'
import type { Definition } from './definition'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import { type Figure, figureOf, type Made, type Measured, measured, reasons } from './figure'
import { compareNames, groupBy } from './groups'
import { findIncidents, type Incident } from './incidents'
import { levelOf } from './levels'
import { isOver, type Period } from './period'
import { rank } from './ranking'
import type { Deployments } from './samples'

/** Its value is the median over the incidents that were closed in the period. */
export type RecoveryTime = Figure & {
  distribution: Distribution | null
  /** One for each week, by the end of the incident. */
  weekly: (Distribution | null)[]
  /** Closed in the period, the latest first. */
  closed: ClosedIncident[]
  /** Open at the end of the period, or now; the oldest first. Not averaged. */
  open: Incident[]
  /** The most incidents first. */
  byService: { service: string | null; distribution: Distribution | null; open: number }[]
}

/**
 * Deployments, and others of their services that open and close incidents but count as nothing else: failures before the
 * earlier period that no success has followed, and what came from other repositories where one is chosen.
 */
export type IncidentSamples = Samples<Deployments> & { uncounted: readonly Deployments[] }

/** An incident that is over. */
export type ClosedIncident = Incident & { closedAt: number; closedById: number; seconds: number }

export const definition: Definition = {
  slug: 'recovery-time',
  title: 'Failed deployment recovery time',
  definition:
    'How long production waits for a success after a failure, for each service and environment. Failures in a row are ' +
    'one incident, and it counts when it is over. The number is the median.',
  formula: 'median of (next success completed − first failure completed)',
  better: 'lower',
  source: { title: 'DORA’s software delivery performance metrics', url: 'https://dora.dev/guides/dora-metrics/' },
}

/** How long it took to recover from deployments that failed. */
export function recoveryTime(deployments: IncidentSamples, context: MetricContext): RecoveryTime {
  const { period, previousPeriod, settings } = context
  const incidents = allIncidents(deployments, settings.rolledBackFails)
  const closed = closedIn(period, incidents)
  const open = incidents.filter(({ closedAt }) => closedAt === null)
  const distribution = distributionOfIncidents(closed)
  return {
    ...figureOf({
      unit: 'seconds',
      better: definition.better,
      leveled: levelOf('recoveryTime', distribution?.p50 ?? null, closed.length),
      current: measure(distribution, 'in this period'),
      previous: comparable(context, () =>
        measure(distributionOfIncidents(closedIn(previousPeriod, incidents)), 'in the period before'),
      ),
      made: madeOf([...closed, ...open], period),
    }),
    distribution,
    weekly: distributionsOf(
      rank(valuesOf(closed, ({ seconds }) => seconds)),
      bucketIndexes(
        period.weeks,
        valuesOf(closed, ({ closedAt }) => closedAt),
      ),
      period.weeks.length,
    ),
    closed: closed.sort((a, b) => b.closedAt - a.closedAt || b.closedById - a.closedById),
    open,
    byService: byService([...closed, ...open]),
  }
}

function madeOf(incidents: readonly Incident[], period: Period): Made {
  const open = incidents.filter(({ closedAt }) => closedAt === null).length
  const [one, many] = whyOpen(period)
  return {
    sampleSize: incidents.length - open,
    excluded: reasons([open, `incident ${one}`, `incidents ${many}`]),
    adjusted: [],
  }
}

/** Why incidents that a period did not close do not count: of one that is over, nobody looked at what came after. */
export function whyOpen(period: Pick<Period, 'to' | 'now'>): [one: string, many: string] {
  return isOver(period)
    ? ['was open when the period ended', 'were open when the period ended']
    : ['is still open', 'are still open']
}

/** Incidents that are open, or that one of the deployments closed which count. */
export function allIncidents({ uncounted, previous, current }: IncidentSamples, rolledBackFails: boolean): Incident[] {
  const uncountedIds = new Set<number | null>(uncounted.flatMap(({ id }) => [...id]))
  const incidents = findIncidents([...uncounted, previous, current], rolledBackFails)
  return incidents.filter(({ closedById }) => !uncountedIds.has(closedById))
}

/** Incidents that ended in a period. */
export function closedIn(period: Period, incidents: readonly Incident[]): ClosedIncident[] {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  return incidents.filter(
    (incident): incident is ClosedIncident =>
      incident.closedAt !== null && incident.closedAt >= from && incident.closedAt < to,
  )
}

function measure(distribution: Distribution | null, when: When): Measured {
  return measured(distribution?.p50, `No incident was closed ${when}.`)
}

function distributionOfIncidents(incidents: readonly Incident[]): Distribution | null {
  return distributionOf(rank(valuesOf(incidents, ({ seconds }) => seconds ?? Number.NaN)))
}

function byService(incidents: readonly Incident[]): RecoveryTime['byService'] {
  return [...groupBy(incidents, ({ service }) => service)]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || compareNames(a, b))
    .map(([service, group]) => ({
      service,
      distribution: distributionOfIncidents(group),
      open: group.filter(({ closedAt }) => closedAt === null).length,
    }))
}
