import { Prisma } from '@/lib/generated/prisma/client'
import type { Scope } from './scope'

type Placed = Scope['streams'][number] & { place: number }

/**
 * Runs a query for each stream of a scope and returns its rows with the `place` of the stream among those of the scope,
 * its `service` and its `environment`. `query` gets the condition that rows `d` of a table with the keys of streams are
 * in the scope and belong to the stream, which an index answers for each.
 */
export function ofStreams(
  organizationId: number,
  { streams, repositoryId }: Pick<Scope, 'streams' | 'repositoryId'>,
  query: (isInScope: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  const isOfRepository =
    repositoryId === null
      ? Prisma.sql`true`
      : Prisma.sql`(d.repository_id = ${repositoryId} OR d.repository_id IS NULL)`
  const each = (some: readonly Placed[], isOfService: Prisma.Sql) => {
    const isInScope = Prisma.sql`
      d.organization_id = ${organizationId} AND ${isOfService} AND d.environment_key = s.environment AND ${isOfRepository}`
    return Prisma.sql`
      SELECT s.place, s.service, s.environment, rows.*
      FROM unnest(
        ${some.map(({ place }) => place)}::int[],
        ${some.map(({ service }) => service)}::text[],
        ${some.map(({ environment }) => environment)}::text[]
      ) AS s(place, service, environment)
      CROSS JOIN LATERAL (${query(isInScope)}) AS rows`
  }
  const placed = streams.map((stream, place) => ({ ...stream, place }))
  const named = placed.filter(({ service }) => service !== null)
  const unnamed = placed.filter(({ service }) => service === null)
  return Prisma.sql`
    ${each(named, Prisma.sql`d.service_key = s.service`)}
    UNION ALL ${each(unnamed, Prisma.sql`d.service_key IS NULL`)}`
}
