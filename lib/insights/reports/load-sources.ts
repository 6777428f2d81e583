import { groupBy } from '@/lib/core/listed'
import { repositoryNameKeyOf } from '@/lib/core/service-key'
import type { Read } from '@/lib/db/reading'
import { keeps } from '@/lib/deployments/delivers'
import { repositoriesOfService } from '@/lib/deployments/linking/rules'
import { Prisma } from '@/lib/generated/prisma/client'
import { serviceKey } from '@/lib/pull-requests/load-repository-services'
import { tooManyServices } from './load-service-environments'

/** A service and a repository that it is deployed from. */
export type Source = { repositoryId: number; service: string | null }

/** An organization has no more of them in honest use; looking at as many takes a third of a second. */
const maxPairs = 20_000

/**
 * Which of the services, keys as metrics group them, are deployed from which repositories, or from one of them. A
 * service that was never deployed successfully from any is known by its name alone. Throws `unavailable` where
 * repositories were deployed as more services than are looked at.
 */
export async function loadSources(
  read: Read,
  organizationId: number,
  repositoryId: number | null,
  services: readonly (string | null)[],
): Promise<Source[]> {
  const deployed = await loadDeployed(read, organizationId, repositoryId, services)
  const known = new Set(deployed.map(({ service }) => service))
  const others = services.filter((service) => service !== null).filter((service) => !known.has(service))
  const elsewhere = repositoryId === null ? [] : await loadDeployed(read, organizationId, null, others)
  const deployedElsewhere = new Set(elsewhere.map(({ service }) => service))
  const named = await loadNamed(
    read,
    organizationId,
    others.filter((service) => !deployedElsewhere.has(service)),
  )
  return [...deployed, ...named.filter((source) => repositoryId === null || source.repositoryId === repositoryId)]
}

/** The key, blank for none, of the first service that a repository `r` was deployed as, under a condition. */
const firstDeployed = (organizationId: number, condition: Prisma.Sql) => Prisma.sql`
  SELECT ${serviceKey} AS key FROM deployments d
  WHERE d.organization_id = ${organizationId} AND d.repository_id = r.id AND ${keeps} AND ${condition}
  ORDER BY ${serviceKey} LIMIT 1`

/** What was deployed. Jumps from each service of a repository to the next one in an index; one is looked up alone. */
async function loadDeployed(
  read: Read,
  organizationId: number,
  repositoryId: number | null,
  services: readonly (string | null)[],
): Promise<Source[]> {
  if (services.length === 0) return []
  const asked = services.length === 1 ? Prisma.sql`${serviceKey} = ${services[0] ?? ''}` : Prisma.sql`true`
  const [found] = await read<{ pairs: number; sources: Source[] }>(Prisma.sql`
    WITH s AS MATERIALIZED (
      SELECT unnest(${services}::text[]) AS service
    ), pairs AS MATERIALIZED (
      SELECT r.id, deployed.key
      FROM repositories r CROSS JOIN LATERAL (
        WITH RECURSIVE deployed AS (
          (${firstDeployed(organizationId, asked)})
          UNION ALL
          SELECT next.key FROM deployed
          CROSS JOIN LATERAL (${firstDeployed(organizationId, Prisma.sql`${serviceKey} > deployed.key AND ${asked}`)}) next
        )
        SELECT key FROM deployed
      ) deployed
      WHERE r.organization_id = ${organizationId} AND (${repositoryId}::int IS NULL OR r.id = ${repositoryId})
      LIMIT ${maxPairs + 1}
    )
    SELECT (SELECT count(*) FROM pairs)::int AS pairs,
      coalesce(json_agg(json_build_object('repositoryId', pairs.id, 'service', s.service)), '[]') AS sources
    FROM pairs JOIN s ON coalesce(s.service, '') = pairs.key`)
  if ((found?.pairs ?? 0) > maxPairs) throw tooManyServices(maxPairs)
  return found?.sources ?? []
}

type Match = { id: number; service: string; nameKey: string; fullNameKey: string; globs: string[] | null }

/** The repositories that the names of services mean. */
async function loadNamed(read: Read, organizationId: number, services: readonly string[]): Promise<Source[]> {
  if (services.length === 0) return []
  const matches = await read<Match>(Prisma.sql`
    WITH s AS MATERIALIZED (
      SELECT service, name FROM unnest(${services}::text[], ${services.map(repositoryNameKeyOf)}::text[]) AS requested(service, name)
    ), r AS MATERIALIZED (
      SELECT * FROM repositories WHERE organization_id = ${organizationId}
    ), matches AS MATERIALIZED (
      SELECT r.id, s.service, s.name, r.name_key, r.full_name_key
      FROM r CROSS JOIN LATERAL (
        SELECT unnest(ARRAY[r.full_name_key, r.name_key] || r.aliases) AS name
        UNION SELECT p.name_key FROM service_paths p WHERE p.organization_id = ${organizationId} AND p.repository_id = r.id
      ) named JOIN s ON s.name = named.name
    )
    SELECT m.id, m.service, m.name_key AS "nameKey", m.full_name_key AS "fullNameKey", p.globs
    FROM matches m LEFT JOIN service_paths p
      ON p.organization_id = ${organizationId} AND p.name_key = m.name AND p.repository_id = m.id`)
  return [...groupBy(matches, ({ service }) => service)].flatMap(([service, own]) =>
    repositoriesOfService(service, own).map(({ id }) => ({ repositoryId: id, service })),
  )
}

/** The repository with a full name, whatever its case; null when there is none. */
export async function findRepositoryId(read: Read, organizationId: number, fullName: string): Promise<number | null> {
  const [row] = await read<{ id: number }>(Prisma.sql`
    SELECT id FROM repositories
    WHERE organization_id = ${organizationId} AND full_name_key = ${fullName.trim().toLowerCase()}`)
  return row?.id ?? null
}
