import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'

type Repository = { organizationId: number; repositoryId: number }

/** For so many commits one walk finds what descends from which: one bit each. */
export const maxAncestors = 30

const readUpwards = {
  name: 'read-commits-upwards',
  text: `
    SELECT sha, array_to_string(parents, ' ') AS parents, generation::float8 AS generation FROM commits
    WHERE organization_id = $1 AND repository_id = $2 AND (generation, sha) > ($3, $4)
    ORDER BY generation, sha LIMIT 5000`,
}

/**
 * Which stored commits of a repository are one of `ancestors` or descend from it: for each of them the bits of those,
 * in their order. Reads once what is not older than the oldest; unknown ones have no descendants.
 */
export async function loadDescendants(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  ancestors: readonly { sha: string; generation: number }[],
): Promise<ReadonlyMap<string, number>> {
  const own = new Map(ancestors.slice(0, maxAncestors).map(({ sha }, index) => [sha, 1 << index]))
  const pause = createPauses()
  const bits = new Map<string, number>()
  let from = { generation: Math.min(...ancestors.map(({ generation }) => generation)) - 1, sha: 'g' }
  for (;;) {
    const { rows } = await client.query<{ sha: string; parents: string; generation: number }>({
      ...readUpwards,
      values: [organizationId, repositoryId, from.generation, from.sha],
    })
    for (const { sha, parents } of rows) {
      let inherited = own.get(sha) ?? 0
      for (const parent of parents.split(' ')) inherited |= bits.get(parent) ?? 0
      if (inherited !== 0) bits.set(sha, inherited)
      await pause()
    }
    const last = rows.at(-1)
    if (!last) return bits
    from = last
  }
}
