import { dayOf } from '@/lib/deployments/days'
import { failureRateMade, isFailure } from '@/lib/metrics/change-failure-rate'
import type { MetricContext } from '@/lib/metrics/context'
import { frequencyMade } from '@/lib/metrics/deployment-frequency'
import type { Incident } from '@/lib/metrics/incidents'
import type { DeploymentSample } from '@/lib/metrics/samples'
import { type Book, bookOf, verdictOf } from './book'
import type { ColumnName, Row } from './columns'

type Deployments = readonly DeploymentSample[]

const ended = ['id', 'deploymentId', 'repository', 'service', 'environment', 'status', 'completedAt', 'day'] as const
const verdict = ['counted', 'why'] as const
const shown = ['deploymentId', 'completedAt', 'status'] as const

/** Every production deployment that ended in the period. `days` is what the successes are divided by. */
export function frequencyBook(deployments: Deployments, context: MetricContext, days: number | null): Book {
  const columns = { columns: [...ended, ...verdict, 'days'] as const, shown: [...shown, 'counted'] as const }
  return deploymentBook(columns, deployments, context, (deployment) => ({
    ...verdictOf(frequencyMade([deployment])),
    days,
  }))
}

/** Every production deployment that ended in the period, and whether it failed. */
export function failureRateBook(deployments: Deployments, context: MetricContext): Book {
  const { rolledBackFails } = context.choices
  const columns = {
    columns: [...ended, 'failed', ...verdict] as const,
    shown: [...shown, 'failed', 'counted'] as const,
  }
  return deploymentBook(columns, deployments, context, (deployment) => ({
    failed: isFailure(deployment.status, rolledBackFails),
    ...verdictOf(failureRateMade([deployment], rolledBackFails)),
  }))
}

/** Every success of the period, and which of the closed incidents it closed. */
export function reworkBook(deployments: Deployments, context: MetricContext, closed: readonly Incident[]): Book {
  const openedBy = new Map(closed.map(({ closedById, openedById }) => [closedById, openedById]))
  const columns = {
    columns: [...ended, 'closedIncident', 'openedById', 'openedBy', ...verdict] as const,
    shown: [...shown, 'closedIncident', 'openedBy', 'counted'] as const,
  }
  return deploymentBook(columns, deployments.filter(isSuccess), context, ({ id }) => ({
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
  return deploymentBook(columns, deployments.filter(isSuccess), context, () => ({}))
}

function deploymentBook(
  columns: { columns: readonly ColumnName[]; shown: readonly ColumnName[] },
  deployments: Deployments,
  { period: { timeZone } }: MetricContext,
  enters: (deployment: DeploymentSample) => Row,
): Book {
  return bookOf(
    columns,
    deployments.toSorted((a, b) => b.completedAt - a.completedAt || b.id - a.id),
    (deployment) => {
      const { id, service, environment, status } = deployment
      const completedAt = new Date(deployment.completedAt)
      const day = dayOf(completedAt, timeZone)
      return { id, service, environment, status, completedAt, day, ...enters(deployment) }
    },
  )
}

function isSuccess({ status }: DeploymentSample): boolean {
  return status === 'success'
}
