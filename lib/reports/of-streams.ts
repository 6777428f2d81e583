import { Prisma } from '@/lib/generated/prisma/client'
import type { Scope, ScopedStream } from './scope'

/**
 * Runs a query for each stream of a scope and returns its rows with `service` and `environment`. `query` gets the
 * condition that rows `d` of a table with the keys of streams belong to the stream; an index answers it for each.
 */
export function ofStreams(
  organizationId: number,
  { streams, repositoryId }: Scope,
  query: (isOfStream: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  const isOfRepository = Prisma.sql`(
    ${repositoryId}::int IS NULL OR d.repository_id = ${repositoryId} OR d.repository_id IS NULL AND s.of_repository)`
  const each = (some: readonly ScopedStream[], isOfService: Prisma.Sql) => Prisma.sql`
    SELECT s.service, s.environment, rows.*
    FROM unnest(${some.map(({ service }) => service)}::text[], ${some.map(({ environment }) => environment)}::text[],
      ${some.map(({ ofRepository }) => ofRepository)}::boolean[]) AS s(service, environment, of_repository)
    CROSS JOIN LATERAL (${query(Prisma.sql`
      d.organization_id = ${organizationId} AND ${isOfService} AND d.environment_key = s.environment
      AND ${isOfRepository}`)}) AS rows`
  const named = streams.filter(({ service }) => service !== null)
  const unnamed = streams.filter(({ service }) => service === null)
  return Prisma.sql`
    ${each(named, Prisma.sql`d.service_key = s.service`)}
    UNION ALL ${each(unnamed, Prisma.sql`d.service_key IS NULL`)}`
}
