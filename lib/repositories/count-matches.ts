import picomatch from 'picomatch'
import { db } from '@/lib/db'

const mostLooked = 200

/** How many of the latest pull requests whose files are known touch the globs. */
export type Matches = { matching: number; of: number }

/** Tries globs on the latest pull requests of a repository: whoever writes them sees at once whether they fit. */
export async function countMatches(
  organizationId: number,
  repositoryId: number,
  globs: readonly string[],
): Promise<Matches> {
  const latest = await db().prisma.pullRequest.findMany({
    where: { organizationId, repositoryId, pathsKnown: true },
    orderBy: { number: 'desc' },
    take: mostLooked,
    select: { paths: true },
  })
  const matches = picomatch([...globs], { dot: true })
  return { matching: latest.filter(({ paths }) => paths.some((path) => matches(path))).length, of: latest.length }
}
