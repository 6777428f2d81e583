import { reading } from '@/lib/db/reading'
import { delivers } from '@/lib/deployments/delivers'
import { Prisma } from '@/lib/generated/prisma/client'

/** The deployment that made a pull request live. */
export type Delivery = { pullRequestId: number; id: number; deploymentId: string; completedAt: Date }

/**
 * For pull requests of an organization, the first deployment that delivered each before another one did, as far as
 * there is one: that other one is not its delivery.
 */
export function loadEarlierDeliveries(
  organizationId: number,
  deployment: { id: number; completedAt: Date | null },
  pullRequestIds: readonly number[],
): Promise<Delivery[]> {
  return reading((read) =>
    read<Delivery>(Prisma.sql`
      SELECT DISTINCT ON (l.pull_request_id) l.pull_request_id AS "pullRequestId", d.id::float8,
        d.external_id AS "deploymentId", d.completed_at AS "completedAt"
      FROM deployment_pull_requests l
      JOIN deployments d ON d.organization_id = l.organization_id AND d.id = l.deployment_id
      WHERE l.organization_id = ${organizationId} AND l.pull_request_id = ANY (${[...pullRequestIds]}::int[])
        AND ${delivers} AND (d.completed_at, d.id) < (${deployment.completedAt}::timestamptz, ${deployment.id}::bigint)
      ORDER BY l.pull_request_id, d.completed_at, d.id`),
  )
}
