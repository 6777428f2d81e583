import type { Queryable } from '@/lib/db/transaction'
import { deliversSql } from '@/lib/deployments/delivers'

const delivers = `${deliversSql} AND d.completed_at IS NOT NULL AND d.repository_id IS NOT NULL`
const key = `coalesce(d.service_key, '')`

const markRepositories = {
  name: 'mark-changed-first',
  text: `
    SELECT mark_first_deployments($1, ARRAY(
      SELECT f.repository_id FROM first_deployments f
      WHERE f.organization_id = $1 AND f.deployment_id = d.id AND (NOT (${delivers})
        OR (f.repository_id, f.service_key, f.completed_at) <> (d.repository_id, ${key}, d.completed_at))
      UNION
      SELECT d.repository_id WHERE ${delivers} AND NOT EXISTS (
        SELECT FROM first_deployments f
        WHERE f.organization_id = $1 AND f.repository_id = d.repository_id AND f.service_key = ${key}
          AND (f.completed_at, f.deployment_id) <= (d.completed_at, d.id))))
    FROM deployments d WHERE d.organization_id = $1 AND d.id = $2`,
}

/**
 * Marks the repositories whose stored first deployments do not fit a deployment as it is now. A trigger does so when the
 * deployment changes, but cannot see first deployments that another process is storing at that moment. Needs a
 * transaction that holds the lock of its repository.
 */
export async function markChangedFirst(client: Queryable, organizationId: number, deploymentId: number): Promise<void> {
  await client.query({ ...markRepositories, values: [organizationId, deploymentId] })
}
