import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { normal } from '@/lib/linking/stream'

/** A service and a repository that it is deployed from. */
export type Source = { repositoryId: number; service: string | null }

// A service that was never deployed successfully is known by its name alone.
const isNamed = Prisma.sql`(
  s.service IN (r.full_name_key, r.name_key) OR s.service = ANY (r.aliases) OR EXISTS (
    SELECT FROM service_paths p
    WHERE p.organization_id = r.organization_id AND p.repository_id = r.id AND p.service_key = s.service))`

const isDeployed = (condition: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM deployments d
  WHERE d.repository_id = r.id AND d.production AND d.status IN ('success', 'rolled_back') AND d.voided_at IS NULL
    AND ${condition})`

const serviceKey = Prisma.raw(normal('d.service'))

/** Which of the services, keys as metrics group them, are deployed from which repositories, or from one of them. */
export function loadSources(
  read: Read,
  organizationId: number,
  repositoryId: number | null,
  services: readonly (string | null)[],
): Promise<Source[]> {
  return read<Source>(Prisma.sql`
    SELECT r.id AS "repositoryId", s.service
    FROM repositories r CROSS JOIN unnest(${services}::text[]) AS s(service)
    WHERE r.organization_id = ${organizationId} AND (${repositoryId}::int IS NULL OR r.id = ${repositoryId})
      AND CASE WHEN s.service IS NULL THEN ${isDeployed(Prisma.sql`${serviceKey} IS NULL`)}
        ELSE ${isNamed} OR ${isDeployed(Prisma.sql`${serviceKey} = s.service`)} END`)
}

/** The repository with a full name, whatever its case; null when there is none. */
export async function findRepositoryId(read: Read, organizationId: number, fullName: string): Promise<number | null> {
  const [row] = await read<{ id: number }>(Prisma.sql`
    SELECT id FROM repositories
    WHERE organization_id = ${organizationId} AND full_name_key = ${fullName.trim().toLowerCase()}`)
  return row?.id ?? null
}
