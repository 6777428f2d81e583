import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { FirstDeployment } from './shipped-by'

/**
 * The earliest of the first deployments of services that contained a pull request, to go into a SELECT list; null for
 * none. Only of interest where no deployment delivered it.
 */
export function firstDeploymentOf(organizationId: number, pullRequestId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT json_build_object('id', d.id, 'deploymentId', d.external_id, 'service', d.service,
      'environment', d.environment, 'completedAtMs', extract(epoch FROM f.completed_at) * 1000)
    FROM live_before b
    JOIN first_deployments f ON f.organization_id = b.organization_id AND f.repository_id = b.repository_id
      AND f.service_key = b.service_key
    JOIN deployments d ON d.organization_id = f.organization_id AND d.id = f.deployment_id
    WHERE b.organization_id = ${organizationId} AND b.pull_request_id = ${pullRequestId}
    ORDER BY f.completed_at, f.deployment_id LIMIT 1)`
}

export type FirstDeploymentJson = Omit<FirstDeployment, 'completedAt'> & { completedAtMs: number }

export function toFirstDeployment({ completedAtMs, ...deployment }: FirstDeploymentJson): FirstDeployment {
  return { ...deployment, completedAt: new Date(completedAtMs) }
}

/** The earliest first deployment that contained a pull request. */
export async function loadFirstDeployment(
  read: Read,
  organizationId: number,
  pullRequestId: number,
): Promise<FirstDeployment | null> {
  const [row] = await read<{ first: FirstDeploymentJson | null }>(
    Prisma.sql`SELECT ${firstDeploymentOf(organizationId, Prisma.sql`${pullRequestId}::int`)} AS first`,
  )
  return row?.first ? toFirstDeployment(row.first) : null
}
