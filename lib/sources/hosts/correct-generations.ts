import { db } from '@/lib/db/db'
import { inTransaction } from '@/lib/db/transaction'
import { checkRepository, type RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { noteLinkChanges } from '@/lib/deployments/linking/note-changes'

const readBatch = 20_000
const writeBatch = 2_000

const findWrong = `
  SELECT EXISTS (
    SELECT FROM commits AS child
    CROSS JOIN LATERAL unnest(child.parents) AS parent_sha
    JOIN commits AS parent ON parent.organization_id = child.organization_id
      AND parent.repository_id = child.repository_id AND parent.sha = parent_sha
    WHERE child.organization_id = $1 AND child.repository_id = $2 AND child.generation <= parent.generation
  ) AS wrong`

const readCommits = `
  SELECT sha, array_to_string(parents, ' ') AS parents, generation::float8 AS generation FROM commits
  WHERE organization_id = $1 AND repository_id = $2 AND sha > $3
  ORDER BY sha LIMIT ${readBatch}`

const raise = `
  UPDATE commits SET generation = corrected.generation
  FROM unnest($3::text[], $4::bigint[]) AS corrected(sha, generation)
  WHERE organization_id = $1 AND repository_id = $2 AND commits.sha = corrected.sha
    AND commits.generation < corrected.generation
  RETURNING commits.sha`

type Graph = { shas: string[]; parents: number[][]; generations: number[] }

/**
 * Gives the stored commits of a repository their true generations, in memory and in order of ancestry. Generations are
 * only ever raised; where no clock was wrong, one query shows that nothing is to do. Returns how many were raised.
 */
export async function correctGenerations(repository: RepositoryKey, signal: AbortSignal): Promise<number> {
  const key = [repository.organizationId, repository.repositoryId]
  const { rows } = await db().people.query<{ wrong: boolean }>(findWrong, key)
  if (!rows[0]?.wrong) return 0
  const graph = await loadGraph(repository)
  const stored = [...graph.generations]
  raiseGenerations(graph)
  const wrong = graph.generations.flatMap((generation, index) => (generation === stored[index] ? [] : [index]))
  let raised = 0
  for (let start = 0; start < wrong.length; start += writeBatch) {
    const batch = wrong.slice(start, start + writeBatch)
    raised += await inTransaction(db().people, signal, async (client) => {
      await checkRepository(client, repository)
      const values = [batch.map((index) => graph.shas[index]), batch.map((index) => graph.generations[index])]
      const { rows: written } = await client.query<{ sha: string }>(raise, [...key, ...values])
      // A range that was walked meanwhile may have missed something.
      const changes = written.map(({ sha }) => ({ sha, merges: true }))
      await noteLinkChanges(client, repository.repositoryId, changes)
      return written.length
    })
  }
  return raised
}

async function loadGraph({ organizationId, repositoryId }: RepositoryKey): Promise<Graph> {
  const shas: string[] = []
  const parentShas: string[] = []
  const generations: number[] = []
  for (let after = '', more = true; more; after = shas.at(-1) ?? after) {
    const { rows } = await db().people.query<{ sha: string; parents: string; generation: number }>(readCommits, [
      organizationId,
      repositoryId,
      after,
    ])
    for (const row of rows) {
      shas.push(row.sha)
      parentShas.push(row.parents)
      generations.push(row.generation)
    }
    more = rows.length === readBatch
  }
  const indexes = new Map(shas.map((sha, index) => [sha, index]))
  const parents = parentShas.map((line) => line.split(' ').flatMap((sha) => indexes.get(sha) ?? []))
  return { shas, parents, generations }
}

/** From the roots on: a commit's turn comes when all its parents have had theirs. */
function raiseGenerations({ parents, generations }: Graph): void {
  const children: number[][] = parents.map(() => [])
  const waitingFor = parents.map((of, child) => {
    for (const parent of of) children[parent]?.push(child)
    return of.length
  })
  const ready = waitingFor.flatMap((count, index) => (count === 0 ? [index] : []))
  for (let parent = ready.pop(); parent !== undefined; parent = ready.pop()) {
    const atLeast = (generations[parent] ?? 0) + 1
    for (const child of children[parent] ?? []) {
      generations[child] = Math.max(generations[child] ?? 0, atLeast)
      waitingFor[child] = (waitingFor[child] ?? 0) - 1
      if (waitingFor[child] === 0) ready.push(child)
    }
  }
}
