import type { Queryable } from '@/lib/db/transaction'
import { nameKeyOf } from '@/lib/deployments/linking/rules'
import { touches } from '@/lib/deployments/linking/touches'
import { findByDate } from './find-by-date'
import type { First } from './store-firsts'
import { type Reached, walkAncestors } from './walk-ancestors'

type Repository = { organizationId: number; repositoryId: number }

/** So many commits are walked for at once: one bit each. */
const maxHeads = 30

/**
 * The merged pull requests that the first deployment of each service contained, by ancestry: those whose merge commit is
 * its commit or an ancestor of it. Where ancestry is unknown, those merged into the same branch by then. Of a service
 * with paths, only those that touch them or whose files are not known.
 */
export async function findContained(
  client: Queryable,
  repository: Repository,
  firsts: readonly First[],
): Promise<Map<First, number[]>> {
  const contained = new Map<First, number[]>()
  const dated = firsts.filter(({ generation }) => generation !== null)
  const reached = new Map<string, Reached>()
  const heads = [...new Map(dated.map(({ resolvedSha, generation }) => [resolvedSha ?? '', generation ?? 0]))]
  for (let from = 0; from < heads.length; from += maxHeads) {
    const some = heads.slice(from, from + maxHeads).map(([sha, generation]) => ({ sha, generation }))
    for (const [sha, found] of await walkAncestors(client, repository, some)) reached.set(sha, found)
  }
  for (const first of firsts) {
    const found = reached.get(first.resolvedSha ?? '') ?? { pullRequestIds: [], complete: false }
    const byDate = await findByDate(client, repository, first, found.complete)
    const all = [...new Set([...found.pullRequestIds, ...byDate])]
    contained.set(first, await ofService(client, repository, first.serviceKey, all))
  }
  return contained
}

const maxPaths = 5_000

async function ofService(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  serviceKey: string,
  pullRequestIds: readonly number[],
): Promise<number[]> {
  const { rows: places } = await client.query<{ globs: string[] }>(
    'SELECT globs FROM service_paths WHERE organization_id = $1 AND repository_id = $2 AND name_key = $3',
    [organizationId, repositoryId, nameKeyOf(serviceKey)],
  )
  if (!places[0]) return [...pullRequestIds]
  const touchService = touches(places[0].globs)
  const own: number[] = []
  for (let from = 0; from < pullRequestIds.length; from += maxPaths) {
    const { rows } = await client.query<{ id: number; paths: string[] | null }>(
      `SELECT id, CASE WHEN paths_known THEN paths END AS paths FROM pull_requests
       WHERE repository_id = $1 AND id = ANY ($2::int[])`,
      [repositoryId, pullRequestIds.slice(from, from + maxPaths)],
    )
    for (const { id, paths } of rows) if (paths === null || (await touchService(paths))) own.push(id)
  }
  return own
}
