import { valuesOf } from '@/lib/insights/metrics/column'
import { type DeploymentSample, type Deployments, endStatuses } from '@/lib/insights/metrics/samples'

/** Rows as columns. */
export function deploymentsOf(rows: readonly DeploymentSample[]): Deployments {
  return {
    length: rows.length,
    serviceEnvironment: Int32Array.from(rows.keys()),
    serviceEnvironments: rows,
    id: valuesOf(rows, ({ id }) => id),
    completedAt: valuesOf(rows, ({ completedAt }) => completedAt),
    status: valuesOf(rows, ({ status }) => endStatuses.indexOf(status)),
  }
}
