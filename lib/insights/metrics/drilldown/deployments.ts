import type { Steps } from '@/lib/core/steps'
import type { MetricContext } from '@/lib/insights/metrics/context'
import { deploymentAt, statusAt } from '@/lib/insights/metrics/deployments'
import { latestFirst } from '@/lib/insights/metrics/ranking'
import type { DeploymentSample, Deployments } from '@/lib/insights/metrics/samples'
import { dayOf } from '@/lib/time/days'
import type { ColumnName, Row } from './columns'
import { type Drilldown, drilldownOf, samplesWhere } from './drilldown'
import type { RowsFilter } from './selection'

type Columns = Pick<Drilldown, 'columns' | 'shown'>
type Status = DeploymentSample['status']
type CellsOf = (deployment: DeploymentSample) => Row
type RowsOf = { cellsOf: CellsOf; filters?: Partial<Record<RowsFilter, (status: Status) => boolean>> }

/** The columns of deployments, with those of a metric: `added` are shown, except ids; `last` are in the CSV alone. */
export function deploymentColumnsOf(added: readonly ColumnName[], last: readonly ColumnName[] = []): Columns {
  const ended = ['id', 'deploymentId', 'repository', 'service', 'environment', 'status', 'completedAt', 'day'] as const
  return {
    columns: [...ended, ...added, 'counted', 'why', ...last],
    shown: ['deploymentId', 'completedAt', 'status', ...added.filter((name) => !name.endsWith('Id')), 'counted'],
  }
}

/** Every success of the period, the latest first, with the cells of a metric. */
export function* successDrilldown(
  columns: Columns,
  deployments: Deployments,
  context: MetricContext,
  cellsOf: CellsOf,
): Steps<Drilldown> {
  const indexes = yield* latestFirst(deployments.completedAt, deployments.id)
  const successes = yield* samplesWhere(indexes, (index) => statusAt(deployments, index) === 'success')
  return drilldownOfIndexes(columns, deployments, context, { cellsOf }, successes)
}

/** Deployments that ended in the period, the latest first, with the cells of a metric; its filters judge the status alone. */
export function* deploymentDrilldown(
  columns: Columns,
  deployments: Deployments,
  context: MetricContext,
  rows: RowsOf,
): Steps<Drilldown> {
  const indexes = yield* latestFirst(deployments.completedAt, deployments.id)
  return drilldownOfIndexes(columns, deployments, context, rows, indexes)
}

function drilldownOfIndexes(
  columns: Columns,
  deployments: Deployments,
  { period: { timeZone } }: MetricContext,
  { cellsOf, filters = {} }: RowsOf,
  indexes: ArrayLike<number>,
): Drilldown {
  const rowOf = (index: number) => {
    const deployment = deploymentAt(deployments, index)
    const { id, service, environment, status } = deployment
    const completedAt = new Date(deployment.completedAt)
    const day = dayOf(completedAt, timeZone)
    return { id, service, environment, status, completedAt, day, ...cellsOf(deployment) }
  }
  const { counted, failed } = filters
  return drilldownOf(columns, indexes, rowOf, {
    counted: counted && ((index) => counted(statusAt(deployments, index))),
    failed: failed && ((index) => failed(statusAt(deployments, index))),
  })
}
