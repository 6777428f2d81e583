import type { QueryResult } from 'pg'

/** So many organizations are tried before they are looked for again: others may have taken what was due. */
export const maxFound = 20

/**
 * Takes what is due of all organizations in two steps, which a cluster can do as well: `find` says which of them have
 * something due, in the order of their turns and `maxFound` at most, and `take` takes it within one, or returns null
 * where another process has it. Null when nothing is due that can be taken.
 */
export async function claimWithin<Claimed>(
  find: () => Promise<Pick<QueryResult<{ id: number }>, 'rows'>>,
  take: (organizationId: number) => Promise<Claimed | null>,
): Promise<Claimed | null> {
  const { rows } = await find()
  for (const { id } of rows) {
    const claimed = await take(id)
    if (claimed !== null) return claimed
  }
  return null
}
