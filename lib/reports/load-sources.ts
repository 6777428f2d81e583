import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { normal } from '@/lib/linking/stream'

/** A service and a repository that it is deployed from. */
export type Source = { repositoryId: number; service: string | null }

const normalService = Prisma.raw(normal('d.service'))

/** The first success of a repository `r`, by service, under a condition, which an index answers. */
const firstSuccess = (condition: Prisma.Sql) => Prisma.sql`
  SELECT ${normalService} AS service FROM deployments d
  WHERE d.repository_id = r.id AND d.production AND d.status IN ('success', 'rolled_back') AND d.voided_at IS NULL
    AND ${condition}
  ORDER BY ${normalService} LIMIT 1`

/**
 * Which of the services, keys as metrics group them, are deployed from which repositories, or from one of them. A
 * service that was never deployed successfully is known by its name alone. Jumps from each service of a repository to
 * the next one in an index. Names and successes are compared as linking compares them.
 */
export function loadSources(
  read: Read,
  organizationId: number,
  repositoryId: number | null,
  services: readonly (string | null)[],
): Promise<Source[]> {
  const names = services.map((service) => service?.toLowerCase() ?? null)
  return read<Source>(Prisma.sql`
    WITH s AS MATERIALIZED (
      SELECT service, name, ${Prisma.raw(normal('service'))} AS normal
      FROM unnest(${services}::text[], ${names}::text[]) AS wanted(service, name)
    ), r AS MATERIALIZED (
      SELECT * FROM repositories
      WHERE organization_id = ${organizationId} AND (${repositoryId}::int IS NULL OR id = ${repositoryId})
    )
    SELECT r.id AS "repositoryId", s.service
    FROM r CROSS JOIN LATERAL (
      SELECT unnest(ARRAY[r.full_name_key, r.name_key] || r.aliases) AS name
      UNION ALL SELECT p.service_key FROM service_paths p WHERE p.repository_id = r.id
    ) named JOIN s ON s.name = named.name
    UNION
    SELECT r.id, s.service
    FROM r CROSS JOIN LATERAL (
      WITH RECURSIVE known AS (
        (${firstSuccess(Prisma.sql`${normalService} IS NOT NULL`)})
        UNION ALL
        SELECT next.service FROM known
        CROSS JOIN LATERAL (${firstSuccess(Prisma.sql`${normalService} > known.service`)}) next
      )
      SELECT btrim(service, E' \\t\\r\\n') AS normal FROM known
    ) deployed JOIN s ON s.normal = deployed.normal
    UNION
    SELECT r.id, s.service FROM r JOIN s ON s.service IS NULL
    WHERE EXISTS (${firstSuccess(Prisma.sql`${normalService} IS NULL`)})`)
}

/** The repository with a full name, whatever its case; null when there is none. */
export async function findRepositoryId(read: Read, organizationId: number, fullName: string): Promise<number | null> {
  const [row] = await read<{ id: number }>(Prisma.sql`
    SELECT id FROM repositories
    WHERE organization_id = ${organizationId} AND full_name_key = ${fullName.trim().toLowerCase()}`)
  return row?.id ?? null
}
