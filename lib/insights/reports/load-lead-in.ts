import type { Copy } from '@/lib/db/reading'
import { counts } from '@/lib/deployments/delivers'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Deployments, deploymentColumns } from '@/lib/insights/metrics/samples'
import { placed } from './load-deployments'
import { groupedColumns, loadPlaced } from './packed-columns'
import { perServiceEnvironment } from './per-service-environment'
import type { Scope } from './scope'

/**
 * For every service and environment the deployments that failed or were rolled back since its last success before an
 * instant, and ended before it: what is open then. Reads back to that success, and no further. A success from any
 * repository ends what failed before, so that all of them are read, whichever the scope selects.
 */
export async function loadLeadIn(
  copy: Copy,
  organizationId: number,
  before: Date,
  { serviceEnvironments }: Pick<Scope, 'serviceEnvironments'>,
): Promise<Deployments> {
  const open =
    serviceEnvironments === null
      ? openOfAll(organizationId, before)
      : openOf(organizationId, before, serviceEnvironments)
  return placed(await loadPlaced(copy, open))
}

/** In one walk over what ended before. */
function openOfAll(organizationId: number, before: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT service, environment, ${groupedColumns(deploymentColumns)}
    FROM (
      SELECT d.service_key AS service, d.environment_key AS environment, d.status, d.facts,
        max(d.completed_at) FILTER (WHERE d.status = 'success') OVER later IS NOT NULL AS closed
      FROM deployments d WHERE d.organization_id = ${organizationId} AND ${counts} AND d.completed_at < ${before}
      WINDOW later AS (PARTITION BY d.service_key, d.environment_key ORDER BY d.completed_at DESC, d.id DESC)
    ) ended
    WHERE NOT closed AND status IN ('failure', 'rolled_back')
    GROUP BY service, environment`
}

function openOf(
  organizationId: number,
  before: Date,
  serviceEnvironments: NonNullable<Scope['serviceEnvironments']>,
): Prisma.Sql {
  // By the service: said so that no index of all that failed in the organization is walked for each of them.
  const failed = Prisma.sql`d.status NOT IN ('success', 'cancelled')`
  return perServiceEnvironment(
    organizationId,
    { serviceEnvironments, repositoryId: null },
    (isInServiceEnvironment) => Prisma.sql`
        SELECT ${groupedColumns(deploymentColumns)}
        FROM (
          (SELECT d.completed_at, d.id FROM deployments d
           WHERE ${isInServiceEnvironment} AND ${counts} AND d.status = 'success' AND d.completed_at < ${before}
           ORDER BY d.completed_at DESC, d.id DESC LIMIT 1)
          UNION ALL SELECT '-infinity', 0
          ORDER BY completed_at DESC LIMIT 1
        ) last
        CROSS JOIN LATERAL (
          SELECT * FROM deployments d
          WHERE ${isInServiceEnvironment} AND ${counts} AND ${failed}
            AND (d.completed_at, d.id) > (last.completed_at, last.id) AND d.completed_at < ${before}
          OFFSET 0
        ) failed
        HAVING count(*) > 0`,
  )
}
