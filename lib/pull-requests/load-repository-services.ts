import type { Listed } from '@/lib/core/listed'
import { repositoryNameKeyOf } from '@/lib/core/service-key'
import type { Read } from '@/lib/db/reading'
import { delivers } from '@/lib/deployments/delivers'
import { Prisma } from '@/lib/generated/prisma/client'

/** A service and the repository it is deployed from. */
export type RepositoryService = {
  repositoryId: number
  /** Full name. */
  repository: string
  defaultBranch: string
  /** As metrics group it; blank for deployments that name no service. */
  serviceKey: string
  /** As its latest deployment names it. */
  service: string | null
  /** Where it lives in the repository; null where that is all of it. */
  globs: string[] | null
  /** Its latest production success. */
  lastDeployment: { id: number; deploymentId: string; completedAt: Date }
}

/** So many of the latest successes of a repository are looked at for the services that it is deployed as. */
const maxSuccesses = 2_000

/** Service of a deployment `d` as metrics group it; blank for none. */
export const serviceKey = Prisma.sql`coalesce(d.service_key, '')`

/** So many services are looked at for what they have yet to deploy, those deployed last: keys can name ever others. */
export const maxWaitingServices = 500

type Row = Omit<RepositoryService, 'globs' | 'lastDeployment'> & {
  services: number
  lastId: number
  lastDeploymentId: string
  lastCompletedAt: Date
}

/**
 * The services that are deployed from the repositories of an organization, or from one of them, into whose default
 * branch something was merged since `windowStart`. A service that was not deployed since then has gone, unless it is
 * the only one of its repository. At most `maxWaitingServices`, those deployed last; `service` is the key of one,
 * `keys` are those of some.
 */
export async function loadRepositoryServices(
  read: Read,
  organizationId: number,
  {
    repositoryId,
    service,
    keys,
  }: { repositoryId: number | null; service: string | null; keys: readonly string[] | null },
  windowStart: Date,
): Promise<Listed<RepositoryService>> {
  const rows = await read<Row>(Prisma.sql`
    SELECT r.id AS "repositoryId", r.full_name AS repository, r.default_branch AS "defaultBranch",
      s.key AS "serviceKey", last.service,
      last.id::float8 AS "lastId", last.external_id AS "lastDeploymentId", last.completed_at AS "lastCompletedAt",
      (count(*) OVER ())::int AS services
    FROM repositories r
    CROSS JOIN LATERAL (
      SELECT d.key, count(*) OVER () AS services, (array_agg(d.id ORDER BY d.completed_at DESC, d.id DESC))[1] AS last_id
      FROM (
        SELECT d.id, d.completed_at, ${serviceKey} AS key FROM deployments d
        WHERE d.organization_id = ${organizationId} AND d.repository_id = r.id AND ${delivers} ORDER BY d.completed_at DESC LIMIT ${maxSuccesses}
      ) d
      GROUP BY d.key
    ) s
    JOIN deployments last ON last.organization_id = r.organization_id AND last.id = s.last_id
    WHERE r.organization_id = ${organizationId} AND (${repositoryId}::int IS NULL OR r.id = ${repositoryId})
      AND (s.services = 1 OR last.completed_at > ${windowStart}) AND (${service}::text IS NULL OR s.key = ${service})
      AND (${keys}::text[] IS NULL OR s.key = ANY (${keys}))
      AND EXISTS (
        SELECT FROM pull_requests p
        WHERE p.organization_id = ${organizationId} AND p.repository_id = r.id AND p.base_branch = r.default_branch AND p.merged_at > ${windowStart})
    ORDER BY last.completed_at DESC, last.id DESC LIMIT ${maxWaitingServices}`)
  const globsOf = await loadGlobs(read, organizationId, rows)
  const listed = rows.map(
    ({ services: _, lastId: id, lastDeploymentId: deploymentId, lastCompletedAt: completedAt, ...own }) => ({
      ...own,
      globs: globsOf(own),
      lastDeployment: { id, deploymentId, completedAt },
    }),
  )
  return { listed, leftOut: (rows[0]?.services ?? 0) - rows.length }
}

type Place = Pick<RepositoryService, 'repositoryId' | 'serviceKey'>

/** The globs of some services, and of no other: an organization may have megabytes of them. */
async function loadGlobs(read: Read, organizationId: number, services: readonly Place[]) {
  const names = [...new Set(services.map(({ serviceKey }) => repositoryNameKeyOf(serviceKey)))]
  const found = await read<{ repositoryId: number; name: string; globs: string[] }>(Prisma.sql`
    SELECT repository_id AS "repositoryId", name_key AS name, globs FROM service_paths
    WHERE organization_id = ${organizationId} AND name_key = ANY (${names})`)
  const pathsOf = new Map(found.map((paths) => [paths.name, paths]))
  return ({ repositoryId, serviceKey }: Place) => {
    const paths = pathsOf.get(repositoryNameKeyOf(serviceKey))
    return paths?.repositoryId === repositoryId ? paths.globs : null
  }
}
