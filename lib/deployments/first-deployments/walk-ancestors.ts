import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'

type Repository = { organizationId: number; repositoryId: number }

/** Merged pull requests whose merge commit is a head or an ancestor of it; `complete` unless a commit was missing. */
export type Reached = { pullRequestIds: number[]; complete: boolean }

const readDownwards = {
  name: 'read-commits-downwards',
  text: `
    SELECT c.sha, array_to_string(c.parents, ' ') AS parents, c.generation::float8 AS generation, ARRAY(
      SELECT p.id FROM pull_requests p WHERE p.organization_id = $1 AND p.merge_commit_sha = c.sha
        AND p.repository_id + 0 = $2 AND p.merged_at IS NOT NULL) AS merged
    FROM commits c
    WHERE c.organization_id = $1 AND c.repository_id = $2 AND (c.generation, c.sha) < ($3, $4)
    ORDER BY c.generation DESC, c.sha DESC LIMIT 5000`,
}

type Row = { sha: string; parents: string; generation: number; merged: number[] }

/**
 * What at most 30 commits of a repository contain, by SHA. Reads once, newest first, what is not newer than the newest of
 * them: the generation of a commit is greater than that of every ancestor, so all its children come before it.
 */
export async function walkAncestors(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  heads: readonly { sha: string; generation: number }[],
): Promise<Map<string, Reached>> {
  const reached = heads.map(({ sha }, index) => ({ sha, bit: 1 << index, pullRequestIds: [] as number[] }))
  const waiting = new Map(reached.map(({ sha, bit }) => [sha, bit]))
  const pause = createPauses()
  // No hexadecimal digit sorts after 'g'.
  let from = { generation: Math.max(...heads.map(({ generation }) => generation)), sha: 'g' }
  while (waiting.size > 0) {
    const values = [organizationId, repositoryId, from.generation, from.sha]
    const { rows } = await client.query<Row>({ ...readDownwards, values })
    const last = rows.at(-1)
    if (!last) break
    from = last
    for (const row of rows) {
      visit(row, waiting, reached)
      await pause()
    }
  }
  const missing = [...waiting.values()].reduce((all, bits) => all | bits, 0)
  return new Map(
    reached.map(({ sha, bit, pullRequestIds }) => [sha, { pullRequestIds, complete: (missing & bit) === 0 }]),
  )
}

type Head = { bit: number; pullRequestIds: number[] }

/** `waiting` are commits that heads contain and that have yet to come, with the bits of those heads. */
function visit({ sha, parents, merged }: Row, waiting: Map<string, number>, heads: readonly Head[]): void {
  const bits = waiting.get(sha)
  if (bits === undefined) return
  waiting.delete(sha)
  for (const parent of parents === '' ? [] : parents.split(' ')) {
    waiting.set(parent, (waiting.get(parent) ?? 0) | bits)
  }
  if (merged.length === 0) return
  for (const { bit, pullRequestIds } of heads) {
    if ((bits & bit) !== 0) for (const id of merged) pullRequestIds.push(id)
  }
}
