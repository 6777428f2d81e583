import { delivers } from '@/lib/deployments/delivers'
import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { type RepositoryService, serviceKey } from './load-repository-services'
import { linksOf } from './load-shipped-by'

/** A merged pull request that not every service of its repository has shipped. */
export type Waiting = {
  id: number
  repositoryId: number
  number: number
  title: string
  author: string | null
  mergedAt: Date
  /** Changed files; null when they are not known, or no service of the repository has paths. */
  paths: string[] | null
  /** Keys of the services that delivered it, or whose first deployment contained it. */
  services: string[]
}

/** So many of the latest merges of a repository are looked at. */
const mostMerges = 2_000

/** The pull requests merged since then that one of the services may wait for, the oldest merge first. */
export async function loadWaiting(
  read: Read,
  services: readonly RepositoryService[],
  windowStart: Date,
): Promise<Waiting[]> {
  const wanted = [...new Set(services.map(({ repositoryId }) => repositoryId))].map((repositoryId) => {
    const own = services.filter((service) => service.repositoryId === repositoryId)
    return {
      repositoryId,
      branch: own[0]?.defaultBranch,
      keys: own.map(({ serviceKey }) => serviceKey),
      withPaths: own.some(({ globs }) => globs !== null),
    }
  })
  return read<Waiting>(Prisma.sql`
    SELECT p.id, p.repository_id AS "repositoryId", p.number, p.title, p.author, p.merged_at AS "mergedAt",
      CASE WHEN wanted."withPaths" AND p.paths_known THEN p.paths END AS paths, shipped.services
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      AS wanted ("repositoryId" int, branch text, keys text[], "withPaths" boolean)
    CROSS JOIN LATERAL (
      SELECT p.* FROM pull_requests p
      WHERE p.repository_id = wanted."repositoryId" AND p.base_branch = wanted.branch AND p.merged_at > ${windowStart}::timestamptz
      ORDER BY p.merged_at DESC LIMIT ${mostMerges}
    ) p
    CROSS JOIN LATERAL (
      SELECT ARRAY(
        SELECT ${serviceKey} FROM ${linksOf(Prisma.sql`p.id`)} AND ${delivers}
        UNION SELECT service_key FROM live_before WHERE pull_request_id = p.id) AS services
    ) shipped
    WHERE NOT shipped.services @> wanted.keys
    ORDER BY p.merged_at, p.id`)
}
