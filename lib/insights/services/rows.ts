import { compareNames, type Listed, maxListedServices } from '@/lib/core/listed'
import { isSameTeam } from '@/lib/core/team-name'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { attemptsOf, successAndFailed } from '@/lib/insights/metrics/outcomes'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import type { MetricsReport } from '@/lib/insights/reports/report'
import type { KnownService } from './load-known'
import type { LastDeployment } from './load-last-deployments'
import { type ServiceNumberName, serviceNumbers } from './numbers'
import type { Services } from './read-services'

/** A service as the page of services lists it. */
export type ServiceRow = {
  /** Null for deployments that name no service. */
  key: string | null
  name: string | null
  team: string | null
  repository: string | null
  /** End of its latest deployment to production that filters mean, also before the period. */
  lastAt: Date | null
  /** What came of it; null where that is not known. */
  lastStatus: DeploymentStatus | null
  /** How many incidents are open and since when the oldest; null for none, and where the plan does not include it. */
  open: { count: number; since: Date } | null
  /** Deployments to production that ended in the period; 0 for a service that was quiet. */
  deployments: number
  /** Successes a day; null where they are not known yet, and for a service that was quiet. */
  perDay: number | null
  /** Successes and failures for each part of the period; null for a service that was quiet. */
  perPart: ServiceHealth['perPart'] | null
  /** Null where the plan does not include it, and for a service that was quiet. */
  health: ServiceHealth | null
}

/**
 * The services of a report with those that were quiet in its period: known ones that its filters mean and that have no
 * deployment in it, at most `maxListedServices` in all. `lasts` are of the same filters.
 */
export function toServiceRows(report: MetricsReport, { known, lasts, services }: Services): Listed<ServiceRow> {
  const active = report.services ? report.services.map(fromHealth) : fromFrequency(report)
  const byKey = new Map(known.map((service) => [service.key, service]))
  const seen = new Set(active.map(({ key }) => key))
  const open = openByService(report)
  const deployed = known.filter(({ key }) => !seen.has(key) && lasts.has(key))
  const undeployed = known.filter((service) => isMeantUndeployed(service, report.filters))
  const listed = [...active, ...[...deployed, ...undeployed].map(({ key }) => quietOf(key))].slice(0, maxListedServices)
  return {
    listed: listed.map((row) => ({
      ...row,
      ...describe(row, byKey.get(row.key ?? ''), lasts.get(row.key ?? '')),
      open: open.get(row.key) ?? null,
    })),
    leftOut: Math.max(services + undeployed.length - listed.filter(({ key }) => key !== null).length, 0),
  }
}

export type ServiceSort = ServiceNumberName | 'deployments' | 'name' | 'last'

/** The order that an address names; the first of the possible ones unless it names another. */
export function parseServiceSort<Sort extends ServiceSort>(
  text: string | null,
  sorts: readonly [Sort, ...Sort[]],
): Sort {
  return sorts.find((sort) => sort === text) ?? sorts[0]
}

/** The largest first by the chosen column; those without a value come last, equal ones by name. */
export function sortServices<Row extends Sorted>(rows: readonly Row[], by: ServiceSort): Row[] {
  return rows.toSorted((a, b) => {
    const [x, y] = [sortValue(a, by) ?? Number.NEGATIVE_INFINITY, sortValue(b, by) ?? Number.NEGATIVE_INFINITY]
    return x === y ? compareNames(a.key, b.key) : y - x
  })
}

type Sorted = Pick<ServiceRow, 'key' | 'health'> & Partial<Pick<ServiceRow, 'deployments' | 'lastAt'>>

function sortValue({ health, deployments, lastAt }: Sorted, by: ServiceSort): number | null {
  if (by === 'name') return 0
  if (by === 'deployments') return deployments ?? null
  if (by === 'last') return lastAt?.getTime() ?? null
  return health && serviceNumbers[by].value(health)
}

type Counted = Pick<ServiceRow, 'key' | 'deployments' | 'perDay' | 'perPart' | 'health'>

function fromHealth(health: ServiceHealth): Counted {
  const { service: key, deployments, perDay, perPart } = health
  return deployments > 0 ? { key, deployments, perDay, perPart, health } : quietOf(key)
}

function fromFrequency({ deploymentFrequency, settings }: MetricsReport): Counted[] {
  return deploymentFrequency.byService.map(({ service, outcomes, perPart, value }) => ({
    key: service,
    deployments: attemptsOf(outcomes),
    perDay: value,
    perPart: perPart.map((week) => successAndFailed(week, settings.rolledBackFails)),
    health: null,
  }))
}

function quietOf(key: string | null): Counted {
  return { key, deployments: 0, perDay: null, perPart: null, health: null }
}

function describe({ key, health }: Counted, known: KnownService | undefined, last: LastDeployment | undefined) {
  const inPeriod = health?.lastDeployedAt == null ? null : new Date(health.lastDeployedAt)
  return {
    name: known?.name ?? key,
    team: known?.team ?? health?.team ?? null,
    repository: known?.repository ?? null,
    lastAt: last?.at ?? inPeriod,
    lastStatus: last?.status ?? null,
  }
}

function openByService({ recoveryTime }: MetricsReport): Map<string | null, NonNullable<ServiceRow['open']>> {
  const open = new Map<string | null, NonNullable<ServiceRow['open']>>()
  for (const { service, openedAt } of recoveryTime?.open ?? []) {
    const { count, since } = open.get(service) ?? { count: 0, since: new Date(openedAt) }
    open.set(service, { count: count + 1, since: new Date(Math.min(since.getTime(), openedAt)) })
  }
  return open
}

/** Whether filters mean a service that was never deployed to production: it is in no environment of it. */
function isMeantUndeployed(
  { key, team: own, repository: from, last }: KnownService,
  { service, environment, repository, team }: MetricsReport['filters'],
): boolean {
  return (
    last === null &&
    environment === null &&
    (service === null || service === key) &&
    (team === null || isSameTeam(own, team)) &&
    (repository === null || repository.toLowerCase() === from?.toLowerCase())
  )
}
