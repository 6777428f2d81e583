import { deploymentDays, type MetricContext, type Samples } from './context'
import { distributionOf } from './distribution'
import { compareNames, groupBy } from './groups'
import type { Incident } from './incidents'
import { timedFrom } from './lead-time'
import { type Level, type LeveledMetric, levelOf } from './levels'
import { failureShareOf, outcomesIn, outcomesOf, successAndFailed } from './outcomes'
import { allIncidents, closedIn, type DeploymentsWithLeadIn } from './recovery-time'
import type { DeliverySample, DeploymentSample } from './samples'

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

type OfService = {
  deployments: readonly DeploymentSample[]
  deliveries: readonly DeliverySample[]
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
    deployments: DeploymentsWithLeadIn
    deliveries: Samples<DeliverySample>
    teams: ReadonlyMap<string, string>
  },
  context: MetricContext,
): ServiceHealth[] {
  const deploymentsOf = groupBy(deployments.current, ({ service }) => service)
  const deliveriesOf = groupBy(deliveries.current, ({ service }) => service)
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
          deliveries: deliveriesOf.get(service) ?? [],
          incidents: incidentsOf.get(service) ?? [],
        },
        days,
        context,
      ),
    }))
    .sort((a, b) => b.deployments - a.deployments || compareNames(a.service, b.service))
}

function healthOf({ deployments, deliveries, incidents }: OfService, days: number | null, context: MetricContext) {
  const { period, choices } = context
  const outcomes = outcomesOf(deployments)
  const { success } = outcomes
  const closed = closedIn(period, incidents)
  const perDay = days === null ? null : success / days
  const leadTimeP50Seconds = medianOf(timedFrom(deliveries, choices.leadTimeFrom).seconds)
  const changeFailureRate = failureShareOf(outcomes, choices.rolledBackFails).rate
  const recoveryP50Seconds = medianOf(closed.map(({ seconds }) => seconds))
  const level = (metric: LeveledMetric, value: number | null) =>
    value === null ? null : levelOf(metric, value, choices.benchmarkYear)
  return {
    deployments: deployments.length,
    perDay,
    leadTimeP50Seconds,
    deliveries: deliveries.length,
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

function medianOf(seconds: readonly number[] | Float64Array): number | null {
  return distributionOf(seconds)?.p50 ?? null
}

function latest(deployments: readonly DeploymentSample[]): number | null {
  let latestAt: number | null = null
  for (const { completedAt } of deployments) latestAt = Math.max(latestAt ?? completedAt, completedAt)
  return latestAt
}
