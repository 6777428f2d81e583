import type { Queryable } from '@/lib/db/transaction'

/** Of the advisory locks that stand for repositories; the trigger refresh_deliveries_of_pull_request knows it too. */
export const lockNamespace = 5_323_462

const lock = {
  name: 'lock-repositories',
  text: `
    WITH locked AS MATERIALIZED (SELECT id, pg_advisory_xact_lock($1, id) FROM unnest($2::int[]) AS id)
    SELECT id FROM repositories JOIN locked USING (id) WHERE organization_id = $3 FOR KEY SHARE OF repositories`,
}

const lockFree = {
  name: 'lock-free-repositories',
  text: `
    WITH tried AS MATERIALIZED (SELECT id, pg_try_advisory_xact_lock($1, id) AS locked FROM unnest($2::int[]) AS id)
    SELECT id FROM repositories JOIN tried USING (id) WHERE organization_id = $3 AND locked FOR KEY SHARE OF repositories`,
}

/**
 * What deployments hand to each other is decided for one at a time: two that committed at once would each miss what the
 * other gives. Held to the end of the transaction, and none of the repositories is removed until then. Returns those
 * that are still there; with `freeOnly`, those of them that no other transaction holds, for which it does not wait.
 */
export async function lockRepositories(
  client: Queryable,
  organizationId: number,
  repositoryIds: readonly (number | null)[],
  { freeOnly = false } = {},
): Promise<Set<number>> {
  const ids = [...new Set(repositoryIds)].filter((id) => id !== null).sort((a, b) => a - b)
  if (ids.length === 0) return new Set()
  const values = [lockNamespace, ids, organizationId]
  const { rows } = await client.query<{ id: number }>({ ...(freeOnly ? lockFree : lock), values })
  return new Set(rows.map(({ id }) => id))
}
