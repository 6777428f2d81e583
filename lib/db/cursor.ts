import { AppError } from '@/lib/core/errors'

/** Where a row stands in a list: by the last that happened to it. */
export type Position = { id: number; at: Date }

/** A page of a list: the newest one, the oldest one, or the one next to a position. */
export type Cursor = { direction: 'older' | 'newer'; from: Position | null }

const farthestMs = 8.64e15

/** The page as it stands in a URL. */
export function formatCursor(direction: Cursor['direction'], { id, at }: Position): string {
  return `${direction}.${at.getTime().toString(36)}.${id.toString(36)}`
}

/** What stands in a URL for the page at the end of the list. */
export const oldestPage = 'oldest'

/** Reads what `formatCursor` wrote; null is the newest page. Throws `not_found` for anything else. */
export function parseCursor(text: string | null): Cursor {
  if (text === null || text === '') return { direction: 'older', from: null }
  if (text === oldestPage) return { direction: 'newer', from: null }
  const [, direction, time, id] = /^(older|newer)\.([0-9a-z]{1,11})\.([0-9a-z]{1,10})$/.exec(text) ?? []
  const position = { id: Number.parseInt(id ?? '', 36), atMs: Number.parseInt(time ?? '', 36) }
  if (!Number.isSafeInteger(position.id) || !(position.atMs <= farthestMs)) {
    throw new AppError('not_found', 'There is no such page of the list')
  }
  return {
    direction: direction === 'newer' ? 'newer' : 'older',
    from: { id: position.id, at: new Date(position.atMs) },
  }
}
