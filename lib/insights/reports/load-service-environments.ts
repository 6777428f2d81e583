import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

/** A service in an environment that was deployed to production, and when its first deployment of a kind was. */
export type DeployedServiceEnvironment = { service: string | null; environment: string; firstAt: number }

/**
 * Deployments `d` to production that are found per service environment, in the order of `at`; an index holds each kind.
 */
export type DeploymentKind = { includes: Prisma.Sql; at: Prisma.Sql }

/** Whether a deployment `d` counts for metrics. An end that is reported ahead of the outcome is none. */
export const counts = Prisma.sql`
  d.production AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
  AND d.status IN ('success', 'failure', 'cancelled', 'rolled_back')`

export const ended: DeploymentKind = { includes: counts, at: Prisma.sql`d.completed_at` }

export const running: DeploymentKind = {
  includes: Prisma.sql`d.production AND d.voided_at IS NULL AND d.status IN ('pending', 'in_progress')`,
  at: Prisma.sql`d.started_at`,
}

/**
 * All service environments of an organization, or the first `limit` by name, one look at an index for each: what it
 * costs does not depend on how often they were deployed.
 */
export function loadServiceEnvironments(
  read: Read,
  organizationId: number,
  kind: DeploymentKind,
  limit: number | null = null,
): Promise<DeployedServiceEnvironment[]> {
  return read<DeployedServiceEnvironment>(
    Prisma.sql`${serviceEnvironmentsQuery(organizationId, kind)} LIMIT ${limit}::int`,
  )
}

/** Jumps from each service environment to the next one: selects `service`, `environment` and `"firstAt"`. */
export function serviceEnvironmentsQuery(organizationId: number, { includes, at }: DeploymentKind): Prisma.Sql {
  const first = (condition: Prisma.Sql) => Prisma.sql`
    SELECT d.service_key, d.environment_key, ${at} AS at FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${includes} AND ${condition}
    ORDER BY d.service_key, d.environment_key, ${at} LIMIT 1`
  return Prisma.sql`
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
      (extract(epoch FROM at) * 1000)::float8 AS "firstAt"
    FROM (SELECT * FROM named UNION ALL SELECT * FROM unnamed) AS service_environments`
}
