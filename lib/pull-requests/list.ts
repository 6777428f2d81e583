import { parseCursor } from '@/lib/db/cursor'
import { type Page, readPage } from '@/lib/db/pager'
import { type Read, reading } from '@/lib/db/reading'
import { freshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { findRepositories } from '@/lib/deployments/linking/find-repository'
import type { PullRequestFilters } from './filters'
import { findPage } from './find-page'
import { loadSummaries, type PullRequestSummary } from './load-summaries'

export type PullRequestPage = Page & { pullRequests: PullRequestSummary[] }

/**
 * Pull requests of an organization that filters mean, the latest merge first; those that are not merged stand where
 * they were closed or opened. `cursor` is null for the latest, else `newer` or `older` of a page before. Throws
 * `not_found` for a cursor that never was one.
 */
export async function listPullRequests(
  organizationId: number,
  filters: PullRequestFilters,
  cursor: string | null,
  limit: number,
): Promise<PullRequestPage> {
  const requested = parseCursor(cursor)
  await freshFirstDeployments(organizationId)
  return reading(async (read, { byBitmap }) => {
    const repositoryIds = await idsOf(read, organizationId, filters)
    const scope = { organizationId, filters, repositoryIds }
    const { positions, ...page } = await readPage(requested, limit, (from, count) =>
      findPage({ read, byBitmap }, scope, from, count),
    )
    return { pullRequests: await loadSummaries(read, organizationId, positions), ...page }
  })
}

async function idsOf(read: Read, organizationId: number, filters: PullRequestFilters): Promise<number[] | null> {
  if (filters.repository === undefined) return null
  return (await findRepositories(read, organizationId, filters.repository)).map(({ id }) => id)
}
