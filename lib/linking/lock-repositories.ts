import type { Queryable } from '@/lib/transaction'

/** Of the advisory locks that stand for repositories; the trigger of the migration metrics knows it too. */
export const lockNamespace = 5_323_462

/**
 * What deployments hand to each other is decided for one at a time: two that committed at once would each miss what
 * the other gives. Held to the end of the transaction.
 */
export async function lockRepositories(client: Queryable, repositoryIds: readonly (number | null)[]): Promise<void> {
  const ids = [...new Set(repositoryIds)].filter((id) => id !== null).sort((a, b) => a - b)
  if (ids.length === 0) return
  await client.query({
    name: 'lock-repositories',
    text: 'SELECT pg_advisory_xact_lock($1, id) FROM unnest($2::int[]) AS id',
    values: [lockNamespace, ids],
  })
}
