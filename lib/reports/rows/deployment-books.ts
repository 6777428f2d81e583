import { dayOf } from '@/lib/deployments/days'
import { failureRateMade, isFailure } from '@/lib/metrics/change-failure-rate'
import type { MetricContext } from '@/lib/metrics/context'
import { frequencyMade } from '@/lib/metrics/deployment-frequency'
import { deploymentAt, statusAt } from '@/lib/metrics/deployments'
import type { Incident } from '@/lib/metrics/incidents'
import { outcomesOfOne } from '@/lib/metrics/outcomes'
import type { DeploymentSample, Deployments } from '@/lib/metrics/samples'
import { type Book, bookOf, latestFirst, verdictOf } from './book'
import type { ColumnName, Row } from './columns'
import type { RowsFilter } from './selection'

const ended = ['id', 'deploymentId', 'repository', 'service', 'environment', 'status', 'completedAt', 'day'] as const
const verdict = ['counted', 'why'] as const
const shown = ['deploymentId', 'completedAt', 'status'] as const

/** Every production deployment that ended in the period. `days` is what the successes are divided by. */
export function frequencyBook(deployments: Deployments, context: MetricContext, days: number | null): Book {
  const columns = { columns: [...ended, ...verdict, 'days'] as const, shown: [...shown, 'counted'] as const }
  const enters = ({ status }: DeploymentSample) => ({ ...verdictOf(frequencyMade(outcomesOfOne(status))), days })
  return deploymentBook(columns, deployments, context, enters, { counted: isSuccess })
}

/** Every production deployment that ended in the period, and whether it failed. */
export function failureRateBook(deployments: Deployments, context: MetricContext): Book {
  const { rolledBackFails } = context.settings
  const columns = {
    columns: [...ended, 'failed', ...verdict] as const,
    shown: [...shown, 'failed', 'counted'] as const,
  }
  const failed = (status: Status) => isFailure(status, rolledBackFails)
  const enters = ({ status }: DeploymentSample) => ({
    failed: failed(status),
    ...verdictOf(failureRateMade(outcomesOfOne(status), rolledBackFails)),
  })
  const counted = (status: Status) => status !== 'cancelled'
  return deploymentBook(columns, deployments, context, enters, { counted, failed })
}

/** Every success of the period, and which of the closed incidents it closed. */
export function reworkBook(deployments: Deployments, context: MetricContext, closed: readonly Incident[]): Book {
  const openedBy = new Map(closed.map(({ closedById, openedById }) => [closedById, openedById]))
  const columns = {
    columns: [...ended, 'closedIncident', 'openedById', 'openedBy', ...verdict] as const,
    shown: [...shown, 'closedIncident', 'openedBy', 'counted'] as const,
  }
  return successBook(columns, deployments, context, ({ id }) => ({
    closedIncident: openedBy.has(id),
    openedById: openedBy.get(id) ?? null,
    counted: true,
    why: null,
  }))
}

/** Every success of the period. How many pull requests it has, and what follows from that, is looked up by its id. */
export function coverageBook(deployments: Deployments, context: MetricContext): Book {
  const columns = {
    columns: [...ended, 'linkedPullRequests', ...verdict] as const,
    shown: [...shown, 'linkedPullRequests', 'counted'] as const,
  }
  return successBook(columns, deployments, context, () => ({}))
}

type BookColumns = { columns: readonly ColumnName[]; shown: readonly ColumnName[] }
type Enters = (deployment: DeploymentSample) => Row
type Status = DeploymentSample['status']

const isSuccess = (status: Status) => status === 'success'

function successBook(columns: BookColumns, deployments: Deployments, context: MetricContext, enters: Enters): Book {
  const indexes = latestFirst(deployments.completedAt, deployments.id)
  const successes = indexes.filter((index) => isSuccess(statusAt(deployments, index)))
  return deploymentBook(columns, deployments, context, enters, {}, successes)
}

/** `filters` are told of the status alone. */
function deploymentBook(
  columns: BookColumns,
  deployments: Deployments,
  { period: { timeZone } }: MetricContext,
  enters: Enters,
  filters: Partial<Record<RowsFilter, (status: Status) => boolean>>,
  indexes = latestFirst(deployments.completedAt, deployments.id),
): Book {
  const rowOf = (index: number) => {
    const deployment = deploymentAt(deployments, index)
    const { id, service, environment, status } = deployment
    const completedAt = new Date(deployment.completedAt)
    const day = dayOf(completedAt, timeZone)
    return { id, service, environment, status, completedAt, day, ...enters(deployment) }
  }
  const { counted, failed } = filters
  return bookOf(columns, indexes, rowOf, {
    counted: counted && ((index) => counted(statusAt(deployments, index))),
    failed: failed && ((index) => failed(statusAt(deployments, index))),
  })
}
