import { db } from '@/lib/db/db'
import { findTouching } from '@/lib/deployments/linking/find-touching'

const maxLooked = 200

/** How many of the latest pull requests whose files are known touch the globs. */
export type Matches = { matching: number; of: number }

/** Tries globs on the latest pull requests of a repository: their author sees at once whether they fit. */
export async function countMatches(
  organizationId: number,
  repositoryId: number,
  globs: readonly string[],
): Promise<Matches> {
  const latest = await db().prisma.pullRequest.findMany({
    where: { organizationId, repositoryId, pathsKnown: true },
    orderBy: { number: 'desc' },
    take: maxLooked,
    select: { id: true },
  })
  const ids = latest.map(({ id }) => id)
  const touching = await findTouching(db().people, organizationId, ids, globs)
  return { matching: touching.size, of: ids.length }
}
