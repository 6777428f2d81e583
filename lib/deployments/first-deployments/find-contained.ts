import type { Pool } from 'pg'
import { createPauses } from '@/lib/core/pauses'
import { repositoryNameKeyOf } from '@/lib/core/service-key'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { findTouching, type PathBudget } from '@/lib/deployments/linking/find-touching'
import { findByDate } from './find-by-date'
import type { First } from './store-firsts'
import { walkAncestors } from './walk-ancestors'

type Repository = { organizationId: number; repositoryId: number }

/** So many commits are walked for at once: one bit each. */
const maxHeads = 30

/** So many pull requests are kept for the services of a repository together, one for each service that contained it. */
const maxContained = 5_000_000

/** Characters of paths that are compared with the globs of all services of a repository together: a minute of work. */
const maxCompared = 2_000_000_000

/**
 * The merged pull requests that the first deployment of each service contained, by ancestry: those whose merge commit is
 * its commit or an ancestor of it. Where ancestry is unknown, those merged into the same branch by then. Of a service
 * with paths, only those that touch them or whose files are not known; once `compared` characters of paths were compared,
 * for all services together, no files are known. From the first service on with which they would be more than `most`
 * together, services are left out.
 */
export async function findContained(
  client: Pool,
  repository: Repository,
  firsts: readonly First[],
  { most = maxContained, compared = maxCompared } = {},
): Promise<Map<First, number[]>> {
  const contained = new Map<First, number[]>()
  const budget: PathBudget = { left: compared }
  let left = most
  for (const group of inGroups(firsts, await headsAtOnce(client, repository, most))) {
    const heads = headsOf(group)
    const reached = await inTransaction(client, never, (walking) => walkAncestors(walking, repository, heads))
    for (const first of group) {
      const found = reached.get(first.resolvedSha ?? '') ?? { pullRequestIds: [], complete: false }
      const byDate = await findByDate(client, repository, first, found.complete)
      const all = byDate.length === 0 ? found.pullRequestIds : await union(found.pullRequestIds, byDate)
      const own = await ofService(client, repository, first.serviceKey, all, budget)
      left -= own.length
      if (left < 0) return contained
      contained.set(first, own)
    }
  }
  return contained
}

async function union(...lists: readonly (readonly number[])[]): Promise<number[]> {
  const pause = createPauses()
  const all = new Set<number>()
  for (const ids of lists) {
    for (const id of ids) {
      all.add(id)
      await pause()
    }
  }
  return [...all]
}

/** As many commits as contain no more than `most` pull requests together, whatever each of them contains. */
async function headsAtOnce(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  most: number,
): Promise<number> {
  const { rows } = await client.query<{ merged: number }>(countMerged, [organizationId, repositoryId])
  const fitting = Math.floor(most / Math.max(rows[0]?.merged ?? 0, 1))
  return Math.min(Math.max(fitting, 1), maxHeads)
}

const countMerged = `
  SELECT count(*)::int AS merged FROM pull_requests
  WHERE organization_id = $1 AND repository_id = $2 AND merged_at IS NOT NULL AND merge_commit_sha IS NOT NULL`

/** In their order, each group with at most so many commits. */
function* inGroups(firsts: readonly First[], maxCommits: number): Generator<First[]> {
  let group: First[] = []
  const shas = new Set<string | null>()
  for (const first of firsts) {
    if (!shas.has(first.resolvedSha) && shas.size === maxCommits) {
      yield group
      group = []
      shas.clear()
    }
    shas.add(first.resolvedSha)
    group.push(first)
  }
  yield group
}

/** The commits of a group whose ancestry is known. */
function headsOf(group: readonly First[]): { sha: string; generation: number }[] {
  const dated = new Map<string, number>()
  for (const { resolvedSha, generation } of group) {
    if (generation !== null) dated.set(resolvedSha ?? '', generation)
  }
  return [...dated].map(([sha, generation]) => ({ sha, generation }))
}

async function ofService(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  serviceKey: string,
  pullRequestIds: number[],
  budget: PathBudget,
): Promise<number[]> {
  const { rows: places } = await client.query<{ globs: string[] }>(
    'SELECT globs FROM service_paths WHERE organization_id = $1 AND repository_id = $2 AND name_key = $3',
    [organizationId, repositoryId, repositoryNameKeyOf(serviceKey)],
  )
  if (!places[0]) return pullRequestIds
  const touching = await findTouching(client, organizationId, pullRequestIds, places[0].globs, budget)
  return pullRequestIds.filter((id) => touching.has(id))
}
