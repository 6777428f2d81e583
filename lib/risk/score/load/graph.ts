import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import type { CommitNode } from '@/lib/deployments/commits/frontier'
import { commitRange } from '@/lib/deployments/commits/graph'
import { loadRange } from '@/lib/deployments/commits/load'
import { walkInMemory } from '@/lib/deployments/commits/walk-in-memory'

type Ends = { id: number; head: string; base: string }

/** A deployment of more brings an unknown number of changes. */
const maxCommits = 1_000
/** So many of the latest commits of a repository are looked at. */
const maxLoaded = 60_000
const chunk = 10_000
/** From so many ranges on, it takes less to read all commits once. */
const manyRanges = 40

/** The commits of each range, by the id of its deployment; one that is not completely known is left out. */
export async function loadRanges(
  client: Queryable,
  organizationId: number,
  repositoryId: number,
  ranges: readonly Ends[],
): Promise<Map<number, CommitNode[]>> {
  const found = new Map<number, CommitNode[]>()
  const pause = createPauses()
  const graph = ranges.length < manyRanges ? null : await loadGraph(client, organizationId, repositoryId)
  for (const { id, head, base } of ranges) {
    const range = graph
      ? walkInMemory(commitRange(head, base, maxCommits), (sha) => graph.get(sha))
      : await loadRange(client, { organizationId, repositoryId, head, base, maxCommits })
    if (range.complete) found.set(id, range.commits)
    await pause()
  }
  return found
}

type Row = { sha: string; parents: string; generation: number }

async function loadGraph(
  client: Queryable,
  organizationId: number,
  repositoryId: number,
): Promise<Map<string, CommitNode>> {
  const graph = new Map<string, CommitNode>()
  const pause = createPauses()
  let last: Row | undefined
  do {
    const { rows }: { rows: Row[] } = await client.query<Row>({
      ...readChunk,
      values: [organizationId, repositoryId, last?.generation ?? null, last?.sha ?? null, chunk],
    })
    for (const { sha, parents, generation } of rows) {
      graph.set(sha, { sha, parents: parents ? parents.split(' ') : [], generation })
      await pause()
    }
    last = rows.length < chunk ? undefined : rows.at(-1)
  } while (last && graph.size < maxLoaded)
  return graph
}

const readChunk = {
  name: 'read-latest-commits',
  text: `
    SELECT sha, array_to_string(parents[1:64], ' ') AS parents, generation::float8 AS generation FROM commits
    WHERE organization_id = $1 AND repository_id = $2
      AND ($3::bigint IS NULL OR generation <= $3 AND (generation < $3 OR sha > $4))
    ORDER BY generation DESC, sha LIMIT $5`,
}
