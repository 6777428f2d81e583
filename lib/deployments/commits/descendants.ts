import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import { readHistory } from './read-history'

type Repository = { organizationId: number; repositoryId: number }

/** For so many commits one walk finds what descends from which: one bit each. */
export const maxAncestors = 30

/** Held in memory, a hundred bytes each. */
const maxDescendants = 1_000_000

const upwards = `
  SELECT sha, array_to_string(parents, ' ') AS parents FROM commits
  WHERE organization_id = $1 AND repository_id = $2 AND generation >= $3 ORDER BY generation`

/**
 * Which stored commits of a repository are one of `ancestors` or descend from it: for each of them the bits of those,
 * in their order. Null where they are more than `most`. Reads once what is not older than the oldest; unknown ones have
 * no descendants. Needs a transaction.
 */
export async function loadDescendants(
  client: Queryable,
  { organizationId, repositoryId }: Repository,
  ancestors: readonly { sha: string; generation: number }[],
  most = maxDescendants,
): Promise<ReadonlyMap<string, number> | null> {
  const own = new Map(ancestors.slice(0, maxAncestors).map(({ sha }, index) => [sha, 1 << index]))
  const pause = createPauses()
  const bits = new Map<string, number>()
  const oldest = Math.min(...ancestors.map(({ generation }) => generation))
  const values = [organizationId, repositoryId, oldest]
  for await (const commits of readHistory<{ sha: string; parents: string }>(client, upwards, values)) {
    for (const { sha, parents } of commits) {
      let inherited = own.get(sha) ?? 0
      for (const parent of parents.split(' ')) inherited |= bits.get(parent) ?? 0
      if (inherited !== 0) bits.set(sha, inherited)
      await pause()
    }
    if (bits.size > most) return null
  }
  return bits
}
