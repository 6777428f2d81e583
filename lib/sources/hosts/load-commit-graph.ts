import { createPauses } from '@/lib/core/pauses'
import { db } from '@/lib/db/db'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'

const commitBatch = 20_000
/** A commit may have a hundred parents. */
const parentBatch = 2_000

const readCommits = `
  SELECT sha, cardinality(parents) AS "parentCount", generation::float8 AS generation FROM commits
  WHERE organization_id = $1 AND repository_id = $2 AND sha > $3
  ORDER BY sha LIMIT ${commitBatch}`

const readParents = `
  SELECT sha, array_to_string(parents, ' ') AS parents FROM commits
  WHERE organization_id = $1 AND repository_id = $2 AND sha > $3
  ORDER BY sha LIMIT ${parentBatch}`

/** The commits of a repository by number. An edge leads from a parent to a child; those of a parent are a list. */
export type CommitGraph = {
  shas: string[]
  generations: Float64Array
  parentCounts: Int32Array
  /** The first edge from each commit, and after each edge the next one of the same parent; -1 for none. */
  firstEdge: Int32Array
  nextEdge: Int32Array
  childOf: Int32Array
}

/** Loads the stored commits of a repository in small pieces, all at once in memory: `checkGraphSize` bounds them. */
export async function loadCommitGraph(repository: RepositoryKey, signal: AbortSignal): Promise<CommitGraph> {
  const pause = createPauses()
  const numbers = new Map<string, number>()
  const shas: string[] = []
  const generations: number[] = []
  let edges = 0
  for await (const row of readAll<Commit>(readCommits, repository, signal)) {
    edges += row.parentCount
    numbers.set(row.sha, shas.length)
    shas.push(row.sha)
    generations.push(row.generation)
    await pause()
  }
  const graph = emptyGraph(shas, generations, edges)
  let edge = 0
  for await (const { sha, parents } of readAll<Parents>(readParents, repository, signal)) {
    const child = numbers.get(sha)
    // What was stored meanwhile knew its parents.
    if (child === undefined) continue
    for (const parentSha of parents.split(' ')) {
      const parent = numbers.get(parentSha)
      if (parent === undefined) continue
      graph.nextEdge[edge] = graph.firstEdge[parent] ?? -1
      graph.childOf[edge] = child
      graph.firstEdge[parent] = edge
      graph.parentCounts[child] = (graph.parentCounts[child] ?? 0) + 1
      edge += 1
    }
    await pause()
  }
  return graph
}

/** The numbers of the children of a commit; one that names it twice comes twice. */
export function* childrenOf({ firstEdge, nextEdge, childOf }: CommitGraph, parent: number): Generator<number> {
  for (let edge = firstEdge[parent] ?? -1; edge >= 0; edge = nextEdge[edge] ?? -1) yield childOf[edge] ?? -1
}

type Commit = { sha: string; parentCount: number; generation: number }
type Parents = { sha: string; parents: string }

async function* readAll<Row extends { sha: string }>(
  query: string,
  { organizationId, repositoryId }: RepositoryKey,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    signal.throwIfAborted()
    const { rows }: { rows: Row[] } = await db().people.query<Row>(query, [organizationId, repositoryId, after])
    yield* rows
    after = rows.at(-1)?.sha
  }
}

function emptyGraph(shas: string[], generations: readonly number[], edges: number): CommitGraph {
  return {
    shas,
    generations: Float64Array.from(generations),
    parentCounts: new Int32Array(shas.length),
    firstEdge: new Int32Array(shas.length).fill(-1),
    nextEdge: new Int32Array(edges),
    childOf: new Int32Array(edges),
  }
}
