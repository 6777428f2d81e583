import { type Cursor, formatCursor, type Position, parseCursor } from '@/lib/deployments/cursor'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { findPage } from '@/lib/deployments/find-page'
import { type DeploymentSummary, loadSummaries } from '@/lib/deployments/load-summaries'
import { reading } from '@/lib/deployments/reading'

export type DeploymentPage = {
  deployments: DeploymentSummary[]
  /** Cursors of the pages beside this one; null where the history ends. */
  newer: string | null
  older: string | null
}

/**
 * Deployments of an organization that filters mean, the latest start first. `cursor` is null for the latest, else
 * `newer` or `older` of a page before, or `oldestPage`. Throws `not_found` for a cursor that never was one.
 */
export async function listDeployments(
  organizationId: number,
  filters: DeploymentFilters,
  cursor: string | null,
  limit: number,
): Promise<DeploymentPage> {
  const wanted = parseCursor(cursor)
  const scope = { organizationId, filters }
  return reading(async (read, byBitmap) => {
    const pageAt = async (from: Cursor) =>
      toPage(await findPage({ read, byBitmap }, scope, from, limit + 1), from, limit)
    const page = await pageAt(wanted)
    // What is left at the newest end is less than a page: the newest page holds it all.
    const newestAsked = wanted.direction === 'newer' && wanted.from !== null && page.newer === null
    const { positions, newer, older } = newestAsked ? await pageAt(parseCursor(null)) : page
    return { deployments: await loadSummaries(read, organizationId, positions), newer, older }
  })
}

type PositionPage = { positions: Position[]; newer: string | null; older: string | null }

/** `found` has one position more than the page where the history goes on. */
function toPage(found: Position[], { direction, from }: Cursor, limit: number): PositionPage {
  const positions = found.slice(0, limit)
  if (direction === 'newer') positions.reverse()
  const goesOn = found.length > limit
  const hasNewer = direction === 'newer' ? goesOn : from !== null
  const hasOlder = direction === 'older' ? goesOn : from !== null
  const [first, last] = [positions.at(0) ?? from, positions.at(-1) ?? from]
  return {
    positions,
    newer: hasNewer && first ? formatCursor('newer', first) : null,
    older: hasOlder && last ? formatCursor('older', last) : null,
  }
}
