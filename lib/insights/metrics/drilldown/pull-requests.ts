import { knownAt, valueAt } from '@/lib/insights/metrics/column'
import type { Deliveries } from '@/lib/insights/metrics/samples'
import { dayOf } from '@/lib/time/days'
import type { Row } from './columns'
import { dateAt } from './drilldown'

/** The columns that say which pull request a row is about. */
export const pullRequestNames = ['pullRequestId', 'repository', 'number', 'title'] as const

/** The value of the sample at an index of a column. */
export function valueIn(column: Float64Array): (index: number) => number | null {
  return (index) => knownAt(column, index)
}

/** One sample alone, of which each column has one value. */
export function only<Name extends string>(
  columns: Record<Name, Float64Array>,
  names: readonly Name[],
  index: number,
): { length: number } & Record<Name, Float64Array> {
  const alone = names.map((name) => [name, columns[name].subarray(index, index + 1)])
  return { length: 1, ...Object.fromEntries(alone) }
}

/** What every row of a delivery has: the pull request, and the deployment that shipped it. */
export function deliveryCells(deliveries: Deliveries, index: number, timeZone: string): Row {
  const { pullRequestId, deploymentId, serviceEnvironment, serviceEnvironments } = deliveries
  const deliveredAt = dateAt(deliveries.deliveredAt, index)
  return {
    pullRequestId: valueAt(pullRequestId, index),
    mergedAt: dateAt(deliveries.mergedAt, index),
    deliveredAt,
    day: deliveredAt && dayOf(deliveredAt, timeZone),
    id: valueAt(deploymentId, index),
    ...serviceEnvironments[serviceEnvironment[index] ?? -1],
  }
}
