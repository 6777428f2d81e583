import type { QueryResultRow } from 'pg'
import type { Semaphores } from '@/lib/core/semaphore'
import { slowApart } from '@/lib/core/slow-apart'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'

/**
 * The largest keep the database busy for a minute: two of a process at once, one of an organization whose own are quick
 * to read.
 */
const atOnce = { quick: 1, each: 1, slow: 1, slowMs: 2_000, restMs: 30_000 }

/** The parts of a server that are bundled apart share it. */
const holder = globalThis as { leadlineHistoryTurns?: Semaphores<number> }

/** Runs what reads all commits of a repository, in turn with others. */
export function inHistoryTurn<T>({ organizationId }: RepositoryKey, work: () => Promise<T>): Promise<T> {
  holder.leadlineHistoryTurns ??= slowApart(atOnce)
  return holder.leadlineHistoryTurns(organizationId, work)
}

/** The rows of a query over all commits of a repository, $2 of organization $1: in its turn, and on one core. */
export function askHistory<Row extends QueryResultRow>(repository: RepositoryKey, query: string): Promise<Row[]> {
  const { organizationId, repositoryId } = repository
  return inHistoryTurn(repository, () =>
    inTransaction(db().people, never, async (client) => {
      await client.query('SET LOCAL max_parallel_workers_per_gather = 0')
      return (await client.query<Row>(query, [organizationId, repositoryId])).rows
    }),
  )
}
