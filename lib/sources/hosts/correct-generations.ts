import { createPauses } from '@/lib/core/pauses'
import { type Semaphore, semaphore } from '@/lib/core/semaphore'
import { db } from '@/lib/db/db'
import { inTransaction } from '@/lib/db/transaction'
import { checkRepository, type RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { noteLinkChanges } from '@/lib/deployments/linking/note-changes'
import { checkGraphSize, measureGraph } from './check-graph-size'
import { askHistory, inHistoryTurn } from './history-turns'
import { type CommitGraph, childrenOf, loadCommitGraph } from './load-commit-graph'

const writeBatch = 2_000

/** In memory a graph of 5,000,000 takes 500 MB, and one of this size 50: of larger ones there is one at a time. */
const largeSize = 500_000

/** The parts of a server that are bundled apart share it. */
const holder = globalThis as { leadlineLargeGraph?: Semaphore }

/** Each parent is looked up by its SHA, whatever the planner knows. */
const findWrong = `
  SELECT EXISTS (
    SELECT FROM commits AS child
    CROSS JOIN LATERAL unnest(child.parents) AS parent_sha
    CROSS JOIN LATERAL (
      SELECT generation FROM commits WHERE organization_id = $1 AND repository_id = $2 AND sha = parent_sha OFFSET 0
    ) AS parent
    WHERE child.organization_id = $1 AND child.repository_id = $2 AND child.generation <= parent.generation
  ) AS wrong`

const raise = `
  UPDATE commits SET generation = corrected.generation
  FROM unnest($3::text[], $4::bigint[]) AS corrected(sha, generation)
  WHERE organization_id = $1 AND repository_id = $2 AND commits.sha = corrected.sha
    AND commits.generation < corrected.generation
  RETURNING commits.sha`

/**
 * Gives the stored commits of a repository their true generations, in memory and in order of ancestry. Generations are
 * only ever raised; where no clock was wrong, one query shows that nothing is to do. Returns how many were raised.
 * Throws `HostError` where commits and parents do not fit in memory.
 */
export async function correctGenerations(repository: RepositoryKey, signal: AbortSignal): Promise<number> {
  const size = await measureGraph(repository)
  checkGraphSize(size)
  const [found] = await askHistory<{ wrong: boolean }>(repository, findWrong)
  if (!found?.wrong) return 0
  const correct = () => inHistoryTurn(repository, () => correctInMemory(repository, signal))
  if (size < largeSize) return correct()
  holder.leadlineLargeGraph ??= semaphore(1)
  return holder.leadlineLargeGraph(correct)
}

async function correctInMemory(repository: RepositoryKey, signal: AbortSignal): Promise<number> {
  const key = [repository.organizationId, repository.repositoryId]
  const graph = await loadCommitGraph(repository, signal)
  const wrong = [...(await raiseGenerations(graph, signal))]
  let raised = 0
  for (let start = 0; start < wrong.length; start += writeBatch) {
    const batch = wrong.slice(start, start + writeBatch)
    raised += await inTransaction(db().people, signal, async (client) => {
      await checkRepository(client, repository)
      const values = [batch.map((index) => graph.shas[index]), batch.map((index) => graph.generations[index])]
      const { rows: written } = await client.query<{ sha: string }>(raise, [...key, ...values])
      // A range that was walked meanwhile may have missed something.
      const changes = written.map(({ sha }) => ({ sha, merges: true }))
      await noteLinkChanges(client, repository, changes)
      return written.length
    })
  }
  return raised
}

/** From the roots on: a commit's turn comes when all its parents have had theirs. Returns those that were too low. */
async function raiseGenerations(graph: CommitGraph, signal: AbortSignal): Promise<Set<number>> {
  const { generations, parentCounts: waitingFor } = graph
  const pause = createPauses()
  const raised = new Set<number>()
  const ready: number[] = []
  for (const [commit, count] of waitingFor.entries()) if (count === 0) ready.push(commit)
  for (let parent = ready.pop(); parent !== undefined; parent = ready.pop()) {
    const atLeast = (generations[parent] ?? 0) + 1
    for (const child of childrenOf(graph, parent)) {
      if ((generations[child] ?? 0) < atLeast) {
        generations[child] = atLeast
        raised.add(child)
      }
      waitingFor[child] = (waitingFor[child] ?? 0) - 1
      if (waitingFor[child] === 0) ready.push(child)
      await pause()
    }
    signal.throwIfAborted()
  }
  return raised
}
