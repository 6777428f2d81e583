import { db } from '@/lib/db/db'
import { findTouching, maxOfOne } from '@/lib/deployments/linking/find-touching'

/** So many pull requests are looked at, and so many characters of their paths: someone waits for it. */
const maxLooked = 200
const maxCharacters = 8_000_000

/** How many of the latest pull requests whose files are known touch the globs. */
export type Matches = { matching: number; of: number }

/**
 * Tries globs on the latest pull requests of a repository: their author sees at once whether they fit. Where paths are very
 * long, on fewer of them.
 */
export async function countMatches(
  organizationId: number,
  repositoryId: number,
  globs: readonly string[],
): Promise<Matches> {
  const { rows } = await db().people.query<{ id: number }>(
    `SELECT id FROM (
       SELECT id, number, sum(least(length(array_to_string(paths, '/')), ${maxOfOne})) OVER (ORDER BY number DESC) AS characters
       FROM (
         SELECT id, number, paths FROM pull_requests
         WHERE organization_id = $1 AND repository_id = $2 AND paths_known ORDER BY number DESC LIMIT ${maxLooked}
       ) latest
     ) measured
     WHERE characters <= ${maxCharacters} ORDER BY number DESC`,
    [organizationId, repositoryId],
  )
  const ids = rows.map(({ id }) => id)
  const touching = await findTouching(db().people, organizationId, ids, globs)
  return { matching: touching.size, of: ids.length }
}
