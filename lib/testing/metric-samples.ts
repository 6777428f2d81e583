import type { MetricContext } from '@/lib/insights/metrics/context'
import { deploymentAt } from '@/lib/insights/metrics/deployments'
import type {
  CoverageCounts,
  Deliveries,
  DeploymentSample,
  Deployments,
  Merges,
  MetricSamples,
  Openings,
} from '@/lib/insights/metrics/samples'
import type { MetricSettings } from '@/lib/insights/metrics/settings'
import { comparedPeriod } from '@/lib/insights/reports/chosen-days'
import { deploymentsOf } from '@/lib/testing/deployments-of'
import { periodOf } from '@/lib/time/period'

/** How metrics are counted where nothing is set. */
export const defaultSettings: MetricSettings = {
  leadTimeFrom: 'merge',
  leadTimeDefault: 'merge',
  rolledBackFails: true,
}

/** One of `Deliveries`, with null for what is not known. */
export type DeliveryRow = Deliveries['serviceEnvironments'][number] & {
  pullRequestId: number
  deploymentId: number
  deliveredAt: number
  mergedAt: number
  openedAt: number | null
  firstCommitAt: number | null
  changedLines: number | null
}

/** One of `Merges`, likewise. */
export type MergeRow = {
  pullRequestId: number
  mergedAt: number
  openedAt: number | null
  firstReviewAt: number | null
  changedLines: number | null
}

/** One of `Openings`. */
export type OpeningRow = { pullRequestId: number; openedAt: number }

/** Milliseconds since 1970 of "2026-03-02 10:00", which is UTC. */
export function utc(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`)
}

export function deployment(
  id: number,
  status: DeploymentSample['status'],
  completedAt: string,
  other: Partial<DeploymentSample> = {},
): DeploymentSample {
  return {
    id,
    status,
    completedAt: utc(completedAt),
    service: 'api',
    environment: 'production',
    ...other,
  }
}

export function delivery(
  pullRequestId: number,
  mergedAt: string,
  deliveredAt: string,
  other: Partial<DeliveryRow> = {},
): DeliveryRow {
  return {
    pullRequestId,
    mergedAt: utc(mergedAt),
    deliveredAt: utc(deliveredAt),
    deploymentId: pullRequestId,
    service: 'api',
    environment: 'production',
    openedAt: null,
    firstCommitAt: null,
    changedLines: null,
    ...other,
  }
}

export function merge(pullRequestId: number, mergedAt: string, other: Partial<MergeRow> = {}): MergeRow {
  return {
    pullRequestId,
    mergedAt: utc(mergedAt),
    openedAt: null,
    firstReviewAt: null,
    changedLines: null,
    ...other,
  }
}

/** What happened in a period, row by row; nothing unless it is given. */
type PeriodRows = {
  deployments?: DeploymentSample[]
  elsewhere?: DeploymentSample[]
  deliveries?: DeliveryRow[]
  merges?: MergeRow[]
  opened?: OpeningRow[]
  coverage?: CoverageCounts
}

/** What metrics are computed of, from rows. */
export function metricSamples(
  rows: {
    current?: PeriodRows
    previous?: PeriodRows
    leadIn?: DeploymentSample[]
    between?: DeploymentSample[]
    teams?: ReadonlyMap<string, string>
  } = {},
): MetricSamples {
  return {
    current: periodSamples(rows.current),
    previous: periodSamples(rows.previous),
    leadIn: deploymentsOf(rows.leadIn ?? []),
    between: rows.between ? deploymentsOf(rows.between) : null,
    teams: rows.teams ?? new Map(),
  }
}

function periodSamples(rows: PeriodRows = {}): MetricSamples['current'] {
  return {
    deployments: deploymentsOf(rows.deployments ?? []),
    elsewhere: deploymentsOf(rows.elsewhere ?? []),
    deliveries: deliveriesOf(rows.deliveries ?? []),
    merges: mergesOf(rows.merges ?? []),
    opened: openingsOf(rows.opened ?? []),
    coverage: rows.coverage ?? { linked: 0, of: 0 },
  }
}

/** Deployments of a period without any in the one before. */
export function current(...deployments: DeploymentSample[]): MetricSamples {
  return metricSamples({ current: { deployments } })
}

/** Deployments of both periods, and those that were open before. */
export function incidentSamples(
  rows: { uncounted?: DeploymentSample[]; previous?: DeploymentSample[]; current?: DeploymentSample[] } = {},
): MetricSamples {
  return metricSamples({
    current: { deployments: rows.current ?? [] },
    previous: { deployments: rows.previous ?? [] },
    leadIn: rows.uncounted ?? [],
  })
}

/** Deployments one by one. */
export function deploymentRows(deployments: Deployments): DeploymentSample[] {
  return Array.from(deployments.id.keys(), (index) => deploymentAt(deployments, index))
}

/** Pull requests that reached production in a period, without any in the one before. */
export function currentDeliveries(...deliveries: DeliveryRow[]): MetricSamples {
  return metricSamples({ current: { deliveries } })
}

/** Pull requests merged in a period, without any in the one before. */
export function currentMerges(...merges: MergeRow[]): MetricSamples {
  return metricSamples({ current: { merges } })
}

/** Rows as metrics take them. */
export function deliveriesOf(rows: readonly DeliveryRow[]): Deliveries {
  return {
    length: rows.length,
    serviceEnvironment: Int32Array.from(rows.keys()),
    serviceEnvironments: rows.map(({ service, environment }) => ({ service, environment })),
    pullRequestId: columnOf(rows, ({ pullRequestId }) => pullRequestId),
    deploymentId: columnOf(rows, ({ deploymentId }) => deploymentId),
    deliveredAt: columnOf(rows, ({ deliveredAt }) => deliveredAt),
    mergedAt: columnOf(rows, ({ mergedAt }) => mergedAt),
    openedAt: columnOf(rows, ({ openedAt }) => openedAt),
    firstCommitAt: columnOf(rows, ({ firstCommitAt }) => firstCommitAt),
    changedLines: columnOf(rows, ({ changedLines }) => changedLines),
  }
}

export function mergesOf(rows: readonly MergeRow[]): Merges {
  return {
    length: rows.length,
    pullRequestId: columnOf(rows, ({ pullRequestId }) => pullRequestId),
    mergedAt: columnOf(rows, ({ mergedAt }) => mergedAt),
    openedAt: columnOf(rows, ({ openedAt }) => openedAt),
    firstReviewAt: columnOf(rows, ({ firstReviewAt }) => firstReviewAt),
    changedLines: columnOf(rows, ({ changedLines }) => changedLines),
  }
}

export function openingsOf(rows: readonly OpeningRow[]): Openings {
  return {
    length: rows.length,
    pullRequestId: columnOf(rows, ({ pullRequestId }) => pullRequestId),
    openedAt: columnOf(rows, ({ openedAt }) => openedAt),
  }
}

function columnOf<Row>(rows: readonly Row[], valueIn: (row: Row) => number | null): Float64Array {
  return Float64Array.from(rows, (row) => valueIn(row) ?? Number.NaN)
}

/**
 * 2 to 15 March 2026 in Berlin, two whole weeks that are over, for an organization with deployments since January. Any
 * of it can be another.
 */
export function metricContext(
  other: {
    firstDay?: string
    lastDay?: string
    timeZone?: string
    now?: string
    settings?: Partial<MetricSettings>
    dataFrom?: string | null
  } = {},
): MetricContext {
  const { firstDay = '2026-03-02', lastDay = '2026-03-15', timeZone = 'Europe/Berlin', dataFrom } = other
  const period = periodOf(firstDay, lastDay, timeZone, new Date(utc(other.now ?? '2026-04-01 12:00')))
  return {
    period,
    previousPeriod: comparedPeriod({ firstDay, lastDay, preset: null }, period),
    settings: { ...defaultSettings, ...other.settings },
    dataFrom: dataFrom === null ? null : utc(dataFrom ?? '2026-01-05 09:00'),
  }
}
