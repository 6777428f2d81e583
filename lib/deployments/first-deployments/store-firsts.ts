import type { Queryable } from '@/lib/db/transaction'
import { deliversSql } from '@/lib/deployments/delivers'
import { lockNamespace } from '@/lib/deployments/linking/lock-repositories'

/** The first deployment of a service from a repository, as it was linked. */
export type First = {
  /** As metrics group it; blank for none. */
  serviceKey: string
  deploymentId: number
  startedAt: Date
  resolvedSha: string | null
  /** Null where the ancestry of its commit is not known. */
  generation: number | null
}

const delivers = `d.organization_id = $2 AND d.repository_id = $1 AND ${deliversSql} AND d.completed_at IS NOT NULL`
const key = `coalesce(d.service_key, '')`

/** So many services of a repository are looked at for what their first deployment contained: keys can name ever others. */
export const maxFirsts = 500

/**
 * Jumps from service to service, and to the first success of each: a query of its own, since a cluster takes no recursion
 * next to writing.
 */
const storeAll = `
  WITH firsts AS MATERIALIZED (
    WITH RECURSIVE services AS (
      (SELECT ${key} AS key FROM deployments d WHERE ${delivers} ORDER BY ${key} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${key} FROM deployments d WHERE ${delivers} AND ${key} > services.key ORDER BY ${key} LIMIT 1)
      FROM services WHERE services.key IS NOT NULL
    )
    SELECT services.key, first.* FROM services CROSS JOIN LATERAL (
      SELECT d.id, d.started_at, d.completed_at, d.resolved_sha, d.generation FROM deployments d
      WHERE ${delivers} AND ${key} = services.key ORDER BY d.completed_at, d.id LIMIT 1
    ) first
    WHERE services.key IS NOT NULL
  ), gone AS (
    DELETE FROM first_deployments
    WHERE organization_id = $2 AND repository_id = $1 AND service_key NOT IN (SELECT key FROM firsts)
  ), stored AS (
    INSERT INTO first_deployments
      (repository_id, service_key, organization_id, deployment_id, completed_at, resolved_sha, generation)
    SELECT $1, key, $2, id, completed_at, resolved_sha, generation FROM firsts
    WHERE NOT EXISTS (
      SELECT FROM first_deployments known
      WHERE known.organization_id = $2 AND known.repository_id = $1 AND known.service_key = firsts.key
        AND (known.deployment_id, known.completed_at, known.resolved_sha, known.generation)
          IS NOT DISTINCT FROM (firsts.id, firsts.completed_at, firsts.resolved_sha, firsts.generation))
    ON CONFLICT (organization_id, repository_id, service_key) DO UPDATE SET deployment_id = excluded.deployment_id,
      completed_at = excluded.completed_at, resolved_sha = excluded.resolved_sha, generation = excluded.generation
  )
  SELECT key AS "serviceKey", id::float8 AS "deploymentId", started_at AS "startedAt", resolved_sha AS "resolvedSha",
    generation::float8 AS generation
  FROM firsts ORDER BY completed_at, id LIMIT ${maxFirsts}`

const lock = 'SELECT pg_advisory_xact_lock($1, id) FROM repositories WHERE organization_id = $2 AND id = $3'

/**
 * Stores the earliest production success of each service of a repository, and answers the earliest `maxFirsts` of them,
 * the earliest first: a new service takes no place of one that was there before. Writes what changed. Needs a
 * transaction. No deployment is linked there meanwhile: a success that is linked at the same time sees what is stored
 * here, or is seen. Throws when linking does not let go of the repository within a second.
 */
export async function storeFirsts(
  client: Queryable,
  { organizationId, repositoryId }: { organizationId: number; repositoryId: number },
): Promise<First[]> {
  await client.query("SET LOCAL lock_timeout = '1s'")
  await client.query(lock, [lockNamespace, organizationId, repositoryId])
  await client.query('SET LOCAL lock_timeout = 0')
  const { rows } = await client.query<First>(storeAll, [repositoryId, organizationId])
  return rows
}
