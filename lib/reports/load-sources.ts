import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { nameKeyOf } from '@/lib/linking/rules'
import { serviceKey } from '@/lib/pull-requests/load-streams'

/** A service and a repository that it is deployed from. */
export type Source = { repositoryId: number; service: string | null }

/** The key, blank for none, of the first service that a repository `r` was deployed as, under a condition. */
const firstDeployed = (condition: Prisma.Sql) => Prisma.sql`
  SELECT ${serviceKey} AS key FROM deployments d
  WHERE d.repository_id = r.id AND d.production AND d.status IN ('success', 'rolled_back') AND d.voided_at IS NULL
    AND ${condition}
  ORDER BY ${serviceKey} LIMIT 1`

/**
 * Which of the services, keys as metrics group them, are deployed from which repositories, or from one of them. A
 * service that was never deployed successfully is known by its name alone. Jumps from each service of a repository to
 * the next one in an index.
 */
export function loadSources(
  read: Read,
  organizationId: number,
  repositoryId: number | null,
  services: readonly (string | null)[],
): Promise<Source[]> {
  const names = services.map((service) => service && nameKeyOf(service))
  return read<Source>(Prisma.sql`
    WITH s AS MATERIALIZED (
      SELECT service, name FROM unnest(${services}::text[], ${names}::text[]) AS wanted(service, name)
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
      WITH RECURSIVE deployed AS (
        (${firstDeployed(Prisma.sql`true`)})
        UNION ALL
        SELECT next.key FROM deployed
        CROSS JOIN LATERAL (${firstDeployed(Prisma.sql`${serviceKey} > deployed.key`)}) next
      )
      SELECT key FROM deployed
    ) deployed JOIN s ON coalesce(s.service, '') = deployed.key`)
}

/** The repository with a full name, whatever its case; null when there is none. */
export async function findRepositoryId(read: Read, organizationId: number, fullName: string): Promise<number | null> {
  const [row] = await read<{ id: number }>(Prisma.sql`
    SELECT id FROM repositories
    WHERE organization_id = ${organizationId} AND full_name_key = ${fullName.trim().toLowerCase()}`)
  return row?.id ?? null
}
