import { db } from '@/lib/db/db'
import { touches } from '@/lib/deployments/linking/touches'

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
    select: { paths: true },
  })
  const touchService = touches(globs)
  let matching = 0
  for (const { paths } of latest) if (await touchService(paths)) matching += 1
  return { matching, of: latest.length }
}
