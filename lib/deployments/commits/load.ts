import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import { type CommitNode, type CommitRequest, type CommitWalk, firstLimit } from './frontier'
import { commitRange, containedIn, firstToContain, type RangeResult } from './graph'

type Repository = { organizationId: number; repositoryId: number }

const maxVisitedForContained = 50_000

/**
 * The wanted commits, each looked up by its SHA, then the newest of at most generation $4, or of at most the newest wanted
 * one.
 */
const readCommits = {
  name: 'read-commits-for-walk',
  text: `
    WITH wanted AS MATERIALIZED (
      SELECT c.sha, c.parents, c.generation FROM unnest($3::text[]) AS sought(sha) CROSS JOIN LATERAL (
        SELECT * FROM commits WHERE organization_id = $1 AND repository_id = $2 AND sha = sought.sha OFFSET 0) c
    ), older AS (
      SELECT sha, parents, generation FROM commits
      WHERE organization_id = $1 AND repository_id = $2 AND generation <= coalesce($4::bigint, (SELECT max(generation) FROM wanted))
      ORDER BY generation DESC LIMIT $5
    )
    SELECT sha, array_to_string(parents, ' ') AS parents, generation::float8 AS generation, older
    FROM (
      SELECT *, false AS older FROM wanted
      UNION ALL SELECT sha, parents, generation, true FROM older
    ) AS chunk`,
}

/** Commits that were read, all of them down to a generation. */
type Chunk = { nodes: readonly CommitNode[]; readDownTo: number }

/** What a walk from a commit to its ancestors reads first. */
export type NewestCommits = Chunk & { shas: ReadonlySet<string> }

/** The commits that walks from `heads` begin with where these lie close together, before it is known where to. */
export async function loadNewest(
  client: Queryable,
  { heads, ...repository }: Repository & { heads: readonly string[] },
): Promise<NewestCommits> {
  const request = { wanted: [...new Set(heads)], newest: Number.POSITIVE_INFINITY, limit: firstLimit }
  const chunk = await readChunk(client, repository, request)
  return { ...chunk, shas: new Set(chunk.nodes.map(({ sha }) => sha)) }
}

/** `commitRange` over the stored commits of a repository; `newest` spares the first look at them where it has the base. */
export function loadRange(
  client: Queryable,
  { head, base, maxCommits, ...repository }: Repository & { head: string; base: string; maxCommits: number },
  newest?: NewestCommits,
): Promise<RangeResult> {
  return walkStored(client, repository, commitRange(head, base, maxCommits), newest)
}

/** `containedIn` over the stored commits of a repository. */
export function loadContained(
  client: Queryable,
  { head, candidates, ...repository }: Repository & { head: string; candidates: readonly string[] },
): Promise<ReadonlySet<string>> {
  return walkStored(client, repository, containedIn(head, candidates, maxVisitedForContained))
}

/** `firstToContain` over the stored commits of a repository. */
export function loadFirstToContain(
  client: Queryable,
  { heads, sought, ...repository }: Repository & { heads: readonly string[]; sought: string },
): Promise<string | null> {
  return walkStored(client, repository, firstToContain(heads, sought, maxVisitedForContained))
}

type Row = { sha: string; parents: string; generation: number; older: boolean }

async function walkStored<Result>(
  client: Queryable,
  repository: Repository,
  walk: CommitWalk<Result>,
  readAhead?: NewestCommits,
): Promise<Result> {
  let readDownTo = Number.POSITIVE_INFINITY
  let ahead = readAhead
  let step = walk.next()
  while (!step.done) {
    const { wanted, newest, limit } = step.value
    const from = Math.min(newest, readDownTo)
    const isAhead = ahead !== undefined && wanted.every((sha) => ahead?.shas.has(sha))
    const chunk = ahead && isAhead ? ahead : await readChunk(client, repository, { wanted, newest: from, limit })
    ahead = undefined
    readDownTo = Math.min(readDownTo, chunk.readDownTo)
    // More of the same generation than one chunk holds: the others are read once they are wanted.
    if (readDownTo === from) readDownTo -= 1
    step = walk.next(chunk.nodes)
  }
  return step.value
}

async function readChunk(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  { wanted, newest, limit }: CommitRequest,
): Promise<Chunk> {
  const values = [organizationId, repositoryId, wanted, Number.isFinite(newest) ? newest : null, limit]
  const { rows } = await client.query<Row>({ ...readCommits, values })
  const pause = createPauses()
  const nodes: CommitNode[] = []
  let readDownTo = Number.POSITIVE_INFINITY
  for (const row of rows) {
    nodes.push(toNode(row))
    if (row.older) readDownTo = Math.min(readDownTo, row.generation)
    await pause()
  }
  return { nodes, readDownTo }
}

function toNode({ sha, parents, generation }: Row): CommitNode {
  return { sha, parents: parents ? parents.split(' ') : [], generation }
}
