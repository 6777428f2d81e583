import { valueAt, valuesOf } from './column'
import { deploymentDays, type MetricContext } from './context'
import type { Outcomes } from './deployment-frequency'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import { compareNames, groupBy, groupStreams } from './groups'
import type { Incident } from './incidents'
import { leadSeconds, leadTimeLevel } from './lead-time'
import { type Leveled, type LeveledMetric, levelOf } from './levels'
import {
  attemptsOf,
  failureShareOf,
  noOutcomes,
  outcomesBy,
  outcomesByGroup,
  outcomesByGroupIn,
  successAndFailed,
} from './outcomes'
import type { Bucket } from './period'
import { rank } from './ranking'
import { allIncidents, closedIn, type IncidentSamples } from './recovery-time'
import type { Deliveries, DeliveryTimes, Deployments } from './samples'
import type { LeadTimeStart } from './settings'

/** The five numbers of one service in a period; null where there is not enough data. */
export type ServiceHealth = {
  service: string | null
  team: string | null
  /** That ended in the period, whatever became of them. */
  deployments: number
  /** Successes a day. */
  perDay: number | null
  leadTimeP50Seconds: number | null
  /** Pull requests that reached production. */
  deliveries: number
  changeFailureRate: number | null
  recoveryP50Seconds: number | null
  reworkRate: number | null
  openIncidents: number
  /** Latest end of a deployment in the period. Milliseconds since 1970. */
  lastDeployedAt: number | null
  /** Successes and failures for each week of the period. */
  weekly: { success: number; failed: number }[]
  levels: Record<LeveledMetric, Leveled>
}

type ServiceDeliveries = DeliveryTimes & Pick<Deliveries, 'stream' | 'streams'>

type Deployed = {
  outcomes: Outcomes
  weekly: Outcomes[]
  lastAt: number
}

type Delivered = {
  deliveries: number
  /** How long pull requests took to production; null for none that can be timed. */
  leadTime: Distribution | null
}

/**
 * Every service that was deployed in the period or the one before, or has an open incident: the most deployments first.
 * `teams` has the name of the team of a service.
 */
export function serviceHealth(
  {
    deployments,
    deliveries,
    teams,
  }: {
    deployments: IncidentSamples
    deliveries: ServiceDeliveries
    teams: ReadonlyMap<string, string>
  },
  context: MetricContext,
): ServiceHealth[] {
  const { period, settings } = context
  const deployed = deployedBy(deployments.current, period.weeks)
  const delivered = deliveredBy(deliveries, settings.leadTimeFrom)
  const incidentsOf = groupBy(allIncidents(deployments, settings.rolledBackFails), ({ service }) => service)
  const before = outcomesBy(deployments.previous, ({ service }) => service)
  const services = new Set([...deployed.keys(), ...before.map(([service]) => service)])
  for (const [service, incidents] of incidentsOf) {
    if (incidents.some(({ closedAt }) => closedAt === null)) services.add(service)
  }
  const { days } = deploymentDays(context)
  return [...services]
    .map((service) => ({
      service,
      team: service === null ? null : (teams.get(service) ?? null),
      ...healthOf(
        {
          deployed: deployed.get(service) ?? null,
          delivered: delivered.get(service) ?? { deliveries: 0, leadTime: null },
          incidents: incidentsOf.get(service) ?? [],
        },
        days,
        context,
      ),
    }))
    .sort((a, b) => b.deployments - a.deployments || compareNames(a.service, b.service))
}

function healthOf(
  {
    deployed,
    delivered: { deliveries, leadTime },
    incidents,
  }: { deployed: Deployed | null; delivered: Delivered; incidents: readonly Incident[] },
  days: number | null,
  { period, settings }: MetricContext,
) {
  const outcomes = deployed?.outcomes ?? noOutcomes
  const { success } = outcomes
  const closed = closedIn(period, incidents)
  const perDay = days === null ? null : success / days
  const leadTimeP50Seconds = leadTime?.p50 ?? null
  const failures = failureShareOf(outcomes, settings.rolledBackFails)
  const recoveryP50Seconds = distributionOf(rank(valuesOf(closed, ({ seconds }) => seconds)))?.p50 ?? null
  const weekly = deployed?.weekly ?? period.weeks.map(() => noOutcomes)
  return {
    deployments: attemptsOf(outcomes),
    perDay,
    leadTimeP50Seconds,
    deliveries,
    changeFailureRate: failures.rate,
    recoveryP50Seconds,
    reworkRate: success === 0 ? null : closed.length / success,
    openIncidents: incidents.filter(({ closedAt }) => closedAt === null).length,
    lastDeployedAt: deployed?.lastAt ?? null,
    weekly: weekly.map((week) => successAndFailed(week, settings.rolledBackFails)),
    levels: {
      deploymentFrequency: levelOf('deploymentFrequency', perDay, success),
      leadTime: leadTimeLevel(settings.leadTimeFrom, leadTimeP50Seconds, leadTime?.count ?? 0),
      changeFailureRate: levelOf('changeFailureRate', failures.rate, failures.of),
      recoveryTime: levelOf('recoveryTime', recoveryP50Seconds, closed.length),
    },
  }
}

/** What each service that was deployed did, as a whole and week by week. */
function deployedBy(deployments: Deployments, weeks: readonly Bucket[]): Map<string | null, Deployed> {
  const { completedAt, status } = deployments
  const { names: services, indexes } = groupStreams(deployments, ({ service }) => service)
  const lastAt = new Float64Array(services.length).fill(Number.NEGATIVE_INFINITY)
  for (let sample = 0; sample < completedAt.length; sample += 1) {
    const service = indexes[sample] ?? -1
    lastAt[service] = Math.max(valueAt(lastAt, service), valueAt(completedAt, sample))
  }
  const outcomes = outcomesByGroup(status, indexes, services.length)
  const weekly = outcomesByGroupIn(weeks, deployments, indexes, services.length)
  return new Map(
    services.flatMap((service, index): [string | null, Deployed][] => {
      const ofService = outcomes[index] ?? noOutcomes
      if (attemptsOf(ofService) === 0) return []
      return [[service, { outcomes: ofService, weekly: weekly[index] ?? [], lastAt: valueAt(lastAt, index) }]]
    }),
  )
}

/** How many pull requests of each service reached production, and how long they took. */
function deliveredBy(deliveries: ServiceDeliveries, from: LeadTimeStart): Map<string | null, Delivered> {
  const { names: services, indexes } = groupStreams(deliveries, ({ service }) => service)
  const counts = new Uint32Array(services.length)
  for (const index of indexes) counts[index] = (counts[index] ?? 0) + 1
  const distributions = distributionsOf(rank(leadSeconds(deliveries, from)), indexes, services.length)
  return new Map(
    services.map((service, index) => [
      service,
      { deliveries: counts[index] ?? 0, leadTime: distributions[index] ?? null },
    ]),
  )
}
