import { parseCursor } from '@/lib/db/cursor'
import { type Page, readPage } from '@/lib/db/pager'
import { type Read, reading } from '@/lib/db/reading'
import { freshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { findRepositories } from '@/lib/deployments/linking/find-repository'
import { loadServicesOfTeam } from '@/lib/deployments/services-of-team'
import { Prisma } from '@/lib/generated/prisma/client'
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
    const services = filters.team === undefined ? null : await loadServicesOfTeam(read, organizationId, filters.team)
    const repositoryIds = common(
      await idsOf(read, organizationId, filters),
      services && (await loadRepositoriesOf(read, organizationId, services)),
    )
    const scope = { organizationId, filters, repositoryIds, services }
    const { positions, ...page } = await readPage(requested, limit, (from, count) =>
      findPage({ read, byBitmap }, scope, from, count),
    )
    return { pullRequests: await loadSummaries(read, organizationId, positions), ...page }
  })
}

/** What two lists have in common; null is everything. */
function common(a: number[] | null, b: number[] | null): number[] | null {
  return a && b ? a.filter((id) => b.includes(id)) : (a ?? b)
}

/** Those that services were deployed from to production. */
async function loadRepositoriesOf(read: Read, organizationId: number, services: string[]): Promise<number[]> {
  const rows = await read<{ id: number }>(Prisma.sql`
    SELECT DISTINCT repository_id AS id FROM first_deployments
    WHERE organization_id = ${organizationId} AND service_key = ANY (${services}::text[])`)
  return rows.map(({ id }) => id)
}

async function idsOf(read: Read, organizationId: number, filters: PullRequestFilters): Promise<number[] | null> {
  if (filters.repository === undefined) return null
  return (await findRepositories(read, organizationId, filters.repository)).map(({ id }) => id)
}
