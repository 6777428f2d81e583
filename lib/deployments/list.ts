import { parseCursor } from '@/lib/db/cursor'
import { type Page, readPage } from '@/lib/db/pager'
import { reporting } from '@/lib/db/reporting'
import { scopeOf } from '@/lib/deployments/conditions'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { findPage } from '@/lib/deployments/find-page'
import { type DeploymentSummary, loadSummaries } from '@/lib/deployments/load-summaries'

export type DeploymentPage = Page & { deployments: DeploymentSummary[] }

/**
 * Deployments of an organization that filters mean, the latest start first. `cursor` is null for the latest, else
 * `newer` or `older` of a page before, or `oldestPage`. A page may be short or empty and the history go on: see
 * `stopped`. Throws `not_found` for a cursor that never was one.
 */
export async function listDeployments(
  organizationId: number,
  filters: DeploymentFilters,
  cursor: string | null,
  limit: number,
): Promise<DeploymentPage> {
  const requested = parseCursor(cursor)
  return reporting(organizationId, async (read, { byBitmap }) => {
    const scope = await scopeOf(read, organizationId, filters)
    const { positions, ...page } = await readPage(requested, limit, (from, count) =>
      findPage({ read, byBitmap }, scope, from, count),
    )
    return { deployments: await loadSummaries(read, organizationId, positions), ...page }
  })
}

/** All that `listDeployments` lists from the latest on, in pieces of at most `size`, none of them empty. */
export async function* listInPieces(
  organizationId: number,
  filters: DeploymentFilters,
  size: number,
): AsyncGenerator<DeploymentSummary[]> {
  let cursor: string | null = null
  do {
    const { deployments, older } = await listDeployments(organizationId, filters, cursor, size)
    if (deployments.length > 0) yield deployments
    cursor = older
  } while (cursor !== null)
}
