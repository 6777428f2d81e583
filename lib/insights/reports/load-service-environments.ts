import type { Read } from '@/lib/db/reading'
import { counts } from '@/lib/deployments/delivers'
import { Prisma } from '@/lib/generated/prisma/client'

/** A service in an environment that was deployed to production, and when its first deployment of a kind was. */
export type DeployedServiceEnvironment = { service: string | null; environment: string; firstAt: number }

/**
 * Deployments `d` to production that are found per service environment, in the order of `at`; an index holds each kind.
 */
export type DeploymentKind = { includes: Prisma.Sql; at: Prisma.Sql }

export const ended: DeploymentKind = { includes: counts, at: Prisma.sql`d.completed_at` }

export const running: DeploymentKind = {
  includes: Prisma.sql`d.production AND d.voided_at IS NULL AND d.status IN ('pending', 'in_progress')`,
  at: Prisma.sql`d.started_at`,
}

/**
 * So many service environments are looked at one by one: each is named to the database several times a report, in the
 * time of everyone else. All of an organization with more are found in one walk; a filter may select as many.
 */
export const maxNamed = 5_000

/** Which service environments are loaded; null for any, or all of them. */
type Narrowing = {
  service?: string | null
  environment?: string | null
  services?: readonly string[] | null
  /** The first by name. */
  limit?: number | null
}

/**
 * The service environments of an organization, one look at an index for each: what it costs does not depend on how
 * often they were deployed.
 */
export function loadServiceEnvironments(
  read: Read,
  organizationId: number,
  kind: DeploymentKind,
  { service = null, environment = null, services = null, limit = null }: Narrowing = {},
): Promise<DeployedServiceEnvironment[]> {
  return read<DeployedServiceEnvironment>(Prisma.sql`
    SELECT * FROM (${serviceEnvironmentsQuery(organizationId, kind)}) AS found
    WHERE (${service}::text IS NULL OR service = ${service})
      AND (${environment}::text IS NULL OR environment = ${environment})
      AND (${services}::text[] IS NULL OR service = ANY (${services}::text[]))
    LIMIT ${limit}::int`)
}

/** When the first deployment of an organization to production ended, in milliseconds; null for none at all. */
export async function loadFirstAt(read: Read, organizationId: number): Promise<number | null> {
  const [first] = await read<{ found: number; firstAt: number | null }>(Prisma.sql`
    SELECT count(*)::int AS found, min("firstAt") AS "firstAt"
    FROM (SELECT * FROM (${serviceEnvironmentsQuery(organizationId, ended)}) AS found LIMIT ${maxNamed + 1}) AS first_ones`)
  if (!first || first.found <= maxNamed) return first?.firstAt ?? null
  const [row] = await read<{ firstAt: number }>(Prisma.sql`
    SELECT (extract(epoch FROM min(d.completed_at)) * 1000)::float8 AS "firstAt" FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${counts}`)
  return row?.firstAt ?? null
}

/** Whether an organization has more service environments than are looked at one by one. */
export async function hasTooManyToName(read: Read, organizationId: number): Promise<boolean> {
  const [found] = await read<{ count: number }>(Prisma.sql`
    SELECT count(*)::int FROM (
      SELECT * FROM (${serviceEnvironmentsQuery(organizationId, ended)}) AS found LIMIT ${maxNamed + 1}
    ) AS first_ones`)
  return (found?.count ?? 0) > maxNamed
}

/** Whether a deployment to production ended in an environment. */
export async function hasEnded(read: Read, organizationId: number, environment: string): Promise<boolean> {
  const found = await loadServiceEnvironments(read, organizationId, ended, { environment, limit: 1 })
  return found.length > 0
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
