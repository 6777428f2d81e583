import { valuesOf } from './column'
import { deploymentDays, type MetricContext } from './context'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import { compareNames, groupBy, servicesOf } from './groups'
import type { Incident } from './incidents'
import { leadSeconds } from './lead-time'
import { type Level, type LeveledMetric, levelOf } from './levels'
import { failureShareOf, outcomesIn, outcomesOf, successAndFailed } from './outcomes'
import { rank } from './ranking'
import { allIncidents, closedIn, type IncidentSamples } from './recovery-time'
import type { Deliveries, DeliveryTimes, DeploymentSample } from './samples'

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
  levels: {
    deploymentFrequency: Level | null
    leadTime: Level | null
    changeFailureRate: Level | null
    recoveryTime: Level | null
  }
}

type ServiceDeliveries = DeliveryTimes & Pick<Deliveries, 'stream' | 'streams'>

type OfService = {
  deployments: readonly DeploymentSample[]
  /** How long pull requests took to production; null for none that can be timed. */
  leadTime: Distribution | null
  deliveries: number
  incidents: readonly Incident[]
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
  const deploymentsOf = groupBy(deployments.current, ({ service }) => service)
  const delivered = deliveredBy(deliveries, context.choices.leadTimeFrom)
  const incidentsOf = groupBy(allIncidents(deployments, context.choices.rolledBackFails), ({ service }) => service)
  const services = new Set([...deploymentsOf.keys(), ...deployments.previous.map(({ service }) => service)])
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
          deployments: deploymentsOf.get(service) ?? [],
          ...(delivered.get(service) ?? { deliveries: 0, leadTime: null }),
          incidents: incidentsOf.get(service) ?? [],
        },
        days,
        context,
      ),
    }))
    .sort((a, b) => b.deployments - a.deployments || compareNames(a.service, b.service))
}

function healthOf(
  { deployments, deliveries, leadTime, incidents }: OfService,
  days: number | null,
  context: MetricContext,
) {
  const { period, choices } = context
  const outcomes = outcomesOf(deployments)
  const { success } = outcomes
  const closed = closedIn(period, incidents)
  const perDay = days === null ? null : success / days
  const leadTimeP50Seconds = leadTime?.p50 ?? null
  const changeFailureRate = failureShareOf(outcomes, choices.rolledBackFails).rate
  const recoveryP50Seconds = distributionOf(rank(valuesOf(closed, ({ seconds }) => seconds)))?.p50 ?? null
  const level = (metric: LeveledMetric, value: number | null) =>
    value === null ? null : levelOf(metric, value, choices.benchmarkYear)
  return {
    deployments: deployments.length,
    perDay,
    leadTimeP50Seconds,
    deliveries,
    changeFailureRate,
    recoveryP50Seconds,
    reworkRate: success === 0 ? null : closed.length / success,
    openIncidents: incidents.filter(({ closedAt }) => closedAt === null).length,
    lastDeployedAt: latest(deployments),
    weekly: outcomesIn(period.weeks, deployments).map((week) => successAndFailed(week, choices.rolledBackFails)),
    levels: {
      deploymentFrequency: level('deploymentFrequency', perDay),
      leadTime: level('leadTime', leadTimeP50Seconds),
      changeFailureRate: level('changeFailureRate', changeFailureRate),
      recoveryTime: level('recoveryTime', recoveryP50Seconds),
    },
  }
}

/** How many pull requests of each service reached production, and how long they took. */
function deliveredBy(
  deliveries: ServiceDeliveries,
  from: MetricContext['choices']['leadTimeFrom'],
): Map<string | null, Pick<OfService, 'deliveries' | 'leadTime'>> {
  const { services, indexes } = servicesOf(deliveries)
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

function latest(deployments: readonly DeploymentSample[]): number | null {
  let latestAt: number | null = null
  for (const { completedAt } of deployments) latestAt = Math.max(latestAt ?? completedAt, completedAt)
  return latestAt
}
