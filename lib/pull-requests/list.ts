import { type Cursor, formatCursor, parseCursor } from '@/lib/deployments/cursor'
import { type Read, reading } from '@/lib/deployments/reading'
import { freshFirstDeployments } from '@/lib/first-deployments/refresh'
import type { PullRequestFilters } from './filters'
import { type Found, findPage, type Position } from './find-page'
import { findRepositories } from './find-repository'
import { loadSummaries, type PullRequestSummary } from './load-summaries'

export type PullRequestPage = {
  pullRequests: PullRequestSummary[]
  /** Cursors of the pages beside this one; null where the list ends. */
  newer: string | null
  older: string | null
  /** How far back was looked where the page is not full although the list goes on; null where it is, or ends. */
  searchedTo: Date | null
}

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
  const wanted = parseCursor(cursor)
  await freshFirstDeployments(organizationId)
  return reading(async (read, { byBitmap }) => {
    const repositoryIds = await idsOf(read, organizationId, filters)
    const scope = { organizationId, filters, repositoryIds }
    const pageAt = async (from: Cursor) =>
      toPage(await findPage({ read, byBitmap }, scope, from, limit + 1), from, limit)
    const asked = await pageAt(wanted)
    const atNewestEnd = wanted.direction === 'newer' && asked.newer === null
    const { positions, ...page } = atNewestEnd ? await pageAt(parseCursor(null)) : asked
    return { pullRequests: await loadSummaries(read, organizationId, positions), ...page }
  })
}

async function idsOf(read: Read, organizationId: number, filters: PullRequestFilters): Promise<number[] | null> {
  if (filters.repository === undefined) return null
  return (await findRepositories(read, organizationId, filters.repository)).map(({ id }) => id)
}

type PositionPage = Omit<PullRequestPage, 'pullRequests'> & { positions: Position[] }

/** `found` has one position more than the page where the list goes on. */
function toPage({ positions: found, searchedTo }: Found, { direction, from }: Cursor, limit: number): PositionPage {
  const positions = found.slice(0, limit)
  const last = found.length > limit ? positions.at(-1) : searchedTo
  const onward = last ? cursorAt(direction, last) : null
  const first = positions.at(0)
  const opposite = direction === 'newer' ? 'older' : 'newer'
  const back = from && cursorAt(opposite, first ?? { id: from.id, at: from.startedAt })
  return {
    positions: direction === 'newer' ? positions.toReversed() : positions,
    newer: direction === 'newer' ? onward : back,
    older: direction === 'newer' ? back : onward,
    searchedTo: found.length > limit ? null : (searchedTo?.at ?? null),
  }
}

function cursorAt(direction: Cursor['direction'], { id, at }: Position): string {
  return formatCursor(direction, { id, startedAt: at })
}
