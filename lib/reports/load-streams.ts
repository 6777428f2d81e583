import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'

/** A service in an environment that was deployed to production, and when a deployment of it first ended. */
export type Stream = { service: string | null; environment: string; firstCompletedAt: number }

/** Whether a deployment `d` counts for metrics. */
export const counts = Prisma.sql`d.production AND d.voided_at IS NULL AND d.completed_at IS NOT NULL`

/**
 * All streams of an organization, one look at an index for each: what it costs does not depend on how often they were
 * deployed.
 */
export function loadStreams(read: Read, organizationId: number): Promise<Stream[]> {
  const first = (condition: Prisma.Sql) => Prisma.sql`
    SELECT d.service_key, d.environment_key, d.completed_at FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${counts} AND ${condition}
    ORDER BY d.service_key, d.environment_key, d.completed_at LIMIT 1`
  return read<Stream>(Prisma.sql`
    WITH RECURSIVE named AS (
      (${first(Prisma.sql`d.service_key IS NOT NULL`)})
      UNION ALL
      SELECT next.* FROM named CROSS JOIN LATERAL (${first(
        Prisma.sql`(d.service_key, d.environment_key) > (named.service_key, named.environment_key)`,
      )}) next
    ), unnamed AS (
      (${first(Prisma.sql`d.service_key IS NULL`)})
      UNION ALL
      SELECT next.* FROM unnamed CROSS JOIN LATERAL (${first(
        Prisma.sql`d.service_key IS NULL AND d.environment_key > unnamed.environment_key`,
      )}) next
    )
    SELECT service_key AS service, environment_key AS environment,
      (extract(epoch FROM completed_at) * 1000)::float8 AS "firstCompletedAt"
    FROM (SELECT * FROM named UNION ALL SELECT * FROM unnamed) AS streams`)
}
