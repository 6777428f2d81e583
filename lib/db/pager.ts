import { AppError } from '@/lib/core/errors'
import type { FilterProblem } from '@/lib/core/query-filters'
import { type Cursor, formatCursor, type Position, parseCursor } from '@/lib/db/cursor'

/** What a search found from a cursor on, in its direction. */
export type Found = {
  positions: Position[]
  /** The last row looked at where the search stopped with too few; null where it did not. */
  searchedTo: Position | null
}

/** Finds the first `limit` rows from a cursor on, in its direction; fewer where the search stopped. */
export type FindRows = (cursor: Cursor, limit: number) => Promise<Found>

export type Page = {
  /** Cursors of the previous and next page; null where the list ends. */
  newer: string | null
  older: string | null
  /** Where the search stopped before the page was full, on its way: what matches beyond is on the next page. */
  stopped: { at: Date; direction: Cursor['direction'] } | null
}

type PositionPage = Page & { positions: Position[] }

/** The page of at most `limit` rows from a cursor on, the newest row first. */
export async function readPage(requested: Cursor, limit: number, find: FindRows): Promise<PositionPage> {
  const pageAt = async (from: Cursor) => toPage(await find(from, limit + 1), from, limit)
  const page = await pageAt(requested)
  const atNewestEnd = requested.direction === 'newer' && requested.from !== null && page.newer === null
  return atNewestEnd ? orNewest(page, await pageAt(parseCursor(null))) : page
}

/** What is left at the newest end is less than a page: the newest page holds it all, unless its search stops before. */
function orNewest(left: PositionPage, newest: PositionPage): PositionPage {
  return newest.stopped && left.positions.length > 0 ? left : newest
}

/** `found` has one position more than the page where the list goes on. */
function toPage({ positions: found, searchedTo }: Found, { direction, from }: Cursor, limit: number): PositionPage {
  const positions = found.slice(0, limit)
  const onward = searchedTo ?? (found.length > limit ? positions.at(-1) : null)
  const back = from && (positions.at(0) ?? including(from, direction))
  const [newer, older] = direction === 'newer' ? [onward, back] : [back, onward]
  return {
    positions: direction === 'newer' ? positions.toReversed() : positions,
    newer: newer ? formatCursor('newer', newer) : null,
    older: older ? formatCursor('older', older) : null,
    stopped: searchedTo && { at: searchedTo.at, direction },
  }
}

/** Where to turn back so that the row at a position, which a cursor leaves out, is met. */
function including({ id, at }: Position, direction: Cursor['direction']): Position {
  return { id: direction === 'newer' ? id + 1 : Math.max(id - 1, 0), at }
}

/** The page that the parameter `page` of an address names, or else the latest one and what is wrong with the address. */
export async function pageOrLatest<T>(
  params: URLSearchParams,
  list: (cursor: string | null) => Promise<T>,
): Promise<{ page: T; problems: FilterProblem<'page'>[] }> {
  try {
    return { page: await list(params.get('page')), problems: [] }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    return { page: await list(null), problems: [{ name: 'page', message: 'does not exist; these are the latest' }] }
  }
}
