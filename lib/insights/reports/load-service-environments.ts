import { AppError } from '@/lib/core/errors'
import { formatCount } from '@/lib/core/format'
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

/** As many are looked at for those of an environment: that takes a third of a second. */
const maxLookedAt = 20_000

/** Which service environments are loaded; null for any, or all of them. */
type Narrowing = {
  service?: string | null
  environment?: string | null
  services?: readonly string[] | null
  /** The first by name. */
  limit?: number | null
}

/**
 * The service environments of an organization, one look at an index for each that there is of the services: what it costs
 * does not depend on how often they were deployed. Throws `unavailable` where those of an environment are looked for among
 * too many.
 */
export async function loadServiceEnvironments(
  read: Read,
  organizationId: number,
  kind: DeploymentKind,
  { service = null, environment = null, services = null, limit = null }: Narrowing = {},
  maxPlaces = maxLookedAt,
): Promise<DeployedServiceEnvironment[]> {
  const names = service === null ? services : [service].filter((name) => services?.includes(name) ?? true)
  const maxPlace = names === null && environment !== null ? maxPlaces : null
  const found = await read<DeployedServiceEnvironment & { isBeyond: boolean }>(Prisma.sql`
    SELECT service, environment, "firstAt", coalesce(place > ${maxPlace}::int, false) AS "isBeyond"
    FROM (
      SELECT *, row_number() OVER () AS place FROM (${serviceEnvironmentsQuery(organizationId, kind, names)}) AS walked
    ) AS found
    WHERE ${environment}::text IS NULL OR environment = ${environment} OR place > ${maxPlace}::int
    LIMIT ${limit}::int`)
  if (found.some(({ isBeyond }) => isBeyond)) throw tooManyServices(maxPlaces)
  return found.map(({ service, environment, firstAt }) => ({ service, environment, firstAt }))
}

/** Said where a filter leaves more service environments than can be read, or they cannot be found among as many. */
export function tooManyServices(max = maxNamed): AppError {
  return new AppError(
    'unavailable',
    `More than ${formatCount(max)} services were deployed: choose a service, a team, or no filter at all`,
  )
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

/**
 * Jumps from each service environment to the next one, of all services or of some: selects `service`, `environment` and
 * `"firstAt"`.
 */
export function serviceEnvironmentsQuery(
  organizationId: number,
  { includes, at }: DeploymentKind,
  services: readonly string[] | null = null,
): Prisma.Sql {
  const first = (condition: Prisma.Sql) => Prisma.sql`
    SELECT d.service_key, d.environment_key, ${at} AS at FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${includes} AND ${condition}
    ORDER BY d.service_key, d.environment_key, ${at} LIMIT 1`
  const named =
    services === null
      ? Prisma.sql`
      (${first(Prisma.sql`d.service_key IS NOT NULL`)})
      UNION ALL
      SELECT next.* FROM named CROSS JOIN LATERAL (${first(
        Prisma.sql`(d.service_key, d.environment_key) > (named.service_key, named.environment_key)`,
      )}) next`
      : Prisma.sql`
      SELECT next.* FROM unnest(${services}::text[]) AS requested(service)
      CROSS JOIN LATERAL (${first(Prisma.sql`d.service_key = requested.service`)}) next
      UNION ALL
      SELECT next.* FROM named CROSS JOIN LATERAL (${first(
        Prisma.sql`d.service_key = named.service_key AND d.environment_key > named.environment_key`,
      )}) next`
  const unnamed = Prisma.sql`
      (${first(Prisma.sql`d.service_key IS NULL`)})
      UNION ALL
      SELECT next.* FROM unnamed CROSS JOIN LATERAL (${first(
        Prisma.sql`d.service_key IS NULL AND d.environment_key > unnamed.environment_key`,
      )}) next`
  const all = services === null ? Prisma.sql`UNION ALL SELECT * FROM unnamed` : Prisma.empty
  return Prisma.sql`
    WITH RECURSIVE named AS (${named}), unnamed AS (${unnamed})
    SELECT service_key AS service, environment_key AS environment,
      (extract(epoch FROM at) * 1000)::float8 AS "firstAt"
    FROM (SELECT * FROM named ${all}) AS service_environments`
}
