import { Prisma } from '@/lib/generated/prisma/client'
import type { Scope } from './scope'

type ServiceEnvironments = NonNullable<Scope['serviceEnvironments']>

/**
 * Runs a query for each service environment of a scope and returns its rows with its `service` and its `environment`.
 * `query` gets the condition that rows `d` of a table with both keys belong to the scope and to the service environment,
 * which an index answers for each.
 */
export function perServiceEnvironment(
  organizationId: number,
  { serviceEnvironments, repositoryId }: Pick<Scope, 'repositoryId'> & { serviceEnvironments: ServiceEnvironments },
  query: (isInScope: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  const isOfRepository =
    repositoryId === null
      ? Prisma.sql`true`
      : Prisma.sql`(d.repository_id = ${repositoryId} OR d.repository_id IS NULL)`
  const each = (some: ServiceEnvironments, isOfService: Prisma.Sql) => {
    const isInScope = Prisma.sql`
      d.organization_id = ${organizationId} AND ${isOfService} AND d.environment_key = s.environment AND ${isOfRepository}`
    return Prisma.sql`
      SELECT s.service, s.environment, rows.*
      FROM unnest(
        ${some.map(({ service }) => service)}::text[],
        ${some.map(({ environment }) => environment)}::text[]
      ) AS s(service, environment)
      CROSS JOIN LATERAL (${query(isInScope)}) AS rows`
  }
  const named = serviceEnvironments.filter(({ service }) => service !== null)
  const unnamed = serviceEnvironments.filter(({ service }) => service === null)
  return Prisma.sql`
    ${each(named, Prisma.sql`d.service_key = s.service`)}
    UNION ALL ${each(unnamed, Prisma.sql`d.service_key IS NULL`)}`
}

/** The same, but with one query for a scope of all, which returns rows without their service environment. */
export function inScope(
  organizationId: number,
  { serviceEnvironments, repositoryId }: Pick<Scope, 'serviceEnvironments' | 'repositoryId'>,
  query: (isInScope: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  return serviceEnvironments === null
    ? query(Prisma.sql`d.organization_id = ${organizationId}`)
    : perServiceEnvironment(organizationId, { serviceEnvironments, repositoryId }, query)
}
