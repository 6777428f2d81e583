import { db } from '@/lib/db/db'
import { isHttpUrl } from '@/lib/deployments/schema'

/** Pages of a repository and of one of its commits at their host; null where the host is not known. */
export type HostPages = { repository: string | null; commit: string | null }

/** The pages at its host of a repository, by its full name, and of a commit, by its full SHA. */
export async function findHostPages(
  organizationId: number,
  fullName: string | null,
  sha: string | null,
): Promise<HostPages> {
  const found =
    fullName === null
      ? null
      : await db().prisma.repository.findFirst({
          where: { organizationId, fullName },
          select: { webUrl: true, connection: { select: { host: true } } },
        })
  if (!found?.webUrl || !found.connection || !isHttpUrl(found.webUrl)) return { repository: null, commit: null }
  const path = found.connection.host === 'gitlab' ? '/-/commit/' : '/commit/'
  return { repository: found.webUrl, commit: sha && `${found.webUrl}${path}${sha}` }
}
