import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import { readHistory } from '@/lib/deployments/commits/read-history'

type Repository = { organizationId: number; repositoryId: number }

/**
 * Merged pull requests whose merge commit is a head or an ancestor of it; `complete` unless a commit was missing, or
 * the walk was given up.
 */
export type Reached = { pullRequestIds: number[]; complete: boolean }

/**
 * Commits that are yet to come, held in memory, a hundred bytes each: the largest public histories have some thousands.
 */
const maxWaiting = 1_000_000

/** Some thousands in a row: an array is parsed in one go, whatever else there is to do. */
const maxInRow = 10_000

const downwards = `
  SELECT c.sha, array_to_string(c.parents, ' ') AS parents, ARRAY(
    SELECT p.id FROM pull_requests p WHERE p.organization_id = $1 AND p.merge_commit_sha = c.sha
      AND p.repository_id + 0 = $2 AND p.merged_at IS NOT NULL LIMIT ${maxInRow + 1}) AS merged
  FROM commits c
  WHERE c.organization_id = $1 AND c.repository_id = $2 AND c.generation <= $3 ORDER BY c.generation DESC`

/** Of one commit that merged more. */
const readMerged = `
  SELECT array_agg(id) AS ids FROM (
    SELECT p.id, row_number() OVER () / ${maxInRow} AS piece FROM pull_requests p
    WHERE p.organization_id = $1 AND p.merge_commit_sha = $3 AND p.repository_id + 0 = $2 AND p.merged_at IS NOT NULL
  ) AS merged GROUP BY piece`

type Row = { sha: string; parents: string; merged: number[] }

/**
 * What at most 30 commits of a repository contain, by SHA. Reads once, newest first, what is not newer than the newest
 * of them: the generation of a commit is greater than that of every ancestor, so all its children come before it. Gives
 * up where more than `most` commits are yet to come. Needs a transaction.
 */
export async function walkAncestors(
  client: Queryable,
  repository: Repository,
  heads: readonly { sha: string; generation: number }[],
  most = maxWaiting,
): Promise<Map<string, Reached>> {
  if (heads.length === 0) return new Map()
  const reached = heads.map(({ sha }, index) => ({ sha, bit: 1 << index, pullRequestIds: [] as number[] }))
  const waiting = new Map(reached.map(({ sha, bit }) => [sha, bit]))
  const pause = createPauses()
  const newest = Math.max(...heads.map(({ generation }) => generation))
  const values = [repository.organizationId, repository.repositoryId, newest]
  for await (const rows of readHistory<Row>(client, downwards, values)) {
    for (const row of rows) {
      const containing = visit(row, waiting, reached)
      if (containing.length > 0) await collect(await mergedPieces(client, repository, row), containing, pause)
      await pause()
    }
    if (waiting.size === 0 || waiting.size > most) break
  }
  const missing = [...waiting.values()].reduce((all, bits) => all | bits, 0)
  return new Map(
    reached.map(({ sha, bit, pullRequestIds }) => [sha, { pullRequestIds, complete: (missing & bit) === 0 }]),
  )
}

type Head = { bit: number; pullRequestIds: number[] }

/**
 * The heads that contain a commit. `waiting` are commits that heads contain and that have yet to come, with the bits of
 * those heads.
 */
function visit({ sha, parents }: Row, waiting: Map<string, number>, heads: readonly Head[]): readonly Head[] {
  const bits = waiting.get(sha)
  if (bits === undefined) return []
  waiting.delete(sha)
  for (const parent of parents === '' ? [] : parents.split(' ')) {
    waiting.set(parent, (waiting.get(parent) ?? 0) | bits)
  }
  return heads.filter(({ bit }) => (bits & bit) !== 0)
}

/** Some thousands at a time. */
async function mergedPieces(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  { sha, merged }: Row,
): Promise<number[][]> {
  if (merged.length <= maxInRow) return [merged]
  const { rows } = await client.query<{ ids: number[] }>(readMerged, [organizationId, repositoryId, sha])
  return rows.map(({ ids }) => ids)
}

async function collect(pieces: readonly number[][], heads: readonly Head[], pause: () => Promise<void>): Promise<void> {
  for (const ids of pieces) {
    for (const { pullRequestIds } of heads) for (const id of ids) pullRequestIds.push(id)
    await pause()
  }
}
