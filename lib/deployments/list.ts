import { scopeOf } from '@/lib/deployments/conditions'
import { type Cursor, formatCursor, type Position, parseCursor } from '@/lib/deployments/cursor'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { type Found, findPage } from '@/lib/deployments/find-page'
import { type DeploymentSummary, loadSummaries } from '@/lib/deployments/load-summaries'
import { reading } from '@/lib/deployments/reading'

export type DeploymentPage = {
  deployments: DeploymentSummary[]
  /** Cursors of the pages beside this one; null where the history ends. */
  newer: string | null
  older: string | null
  /** Where the search stopped before the page was full, on its way: what matches beyond is on the next page. */
  stopped: { at: Date; direction: Cursor['direction'] } | null
}

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
  const wanted = parseCursor(cursor)
  return reading(async (read, { byBitmap }) => {
    const scope = await scopeOf(read, organizationId, filters)
    const pageAt = async (from: Cursor) =>
      toPage(await findPage({ read, byBitmap }, scope, from, limit + 1), from, limit)
    const asked = await pageAt(wanted)
    const atNewestEnd = wanted.direction === 'newer' && wanted.from !== null && asked.newer === null
    const { positions, ...page } = atNewestEnd ? orNewest(asked, await pageAt(parseCursor(null))) : asked
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

type PositionPage = Omit<DeploymentPage, 'deployments'> & { positions: Position[] }

/** What is left at the newest end is less than a page: the newest page holds it all, unless its search stops before. */
function orNewest(left: PositionPage, newest: PositionPage): PositionPage {
  return newest.stopped && left.positions.length > 0 ? left : newest
}

/** `found` has one position more than the page where the history goes on. */
function toPage({ positions: found, searchedTo }: Found, { direction, from }: Cursor, limit: number): PositionPage {
  const positions = found.slice(0, limit)
  const onward = searchedTo ?? (found.length > limit ? positions.at(-1) : null)
  const back = from && (positions.at(0) ?? including(from, direction))
  const [newer, older] = direction === 'newer' ? [onward, back] : [back, onward]
  return {
    positions: direction === 'newer' ? positions.toReversed() : positions,
    newer: newer ? formatCursor('newer', newer) : null,
    older: older ? formatCursor('older', older) : null,
    stopped: searchedTo && { at: searchedTo.startedAt, direction },
  }
}

/** Where to turn back so that the row at a position, which a cursor leaves out, is met. */
function including({ id, startedAt }: Position, direction: Cursor['direction']): Position {
  return { id: direction === 'newer' ? id + 1 : Math.max(id - 1, 0), startedAt }
}
