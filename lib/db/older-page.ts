import { AppError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'

/** A page of a list by ids, the latest first. */
export type OlderPage<Row> = {
  rows: Row[]
  /** The cursor of the next page; null for the last one. */
  nextCursor: string | null
}

/**
 * The rows of a page: those after a cursor, which is the `nextCursor` of the page before and null for the first one.
 * Throws `invalid` for a cursor that never was one.
 */
export function isOlder(cursor: string | null): Prisma.Sql {
  if (cursor === null) return Prisma.sql`true`
  if (!/^\d{1,18}$/.test(cursor)) throw new AppError('invalid', 'This page of the list does not exist')
  return Prisma.sql`id < ${cursor}::bigint`
}

/** The page of at most `limit` rows; `found` has one more where the list goes on, `searchedTo` is where a search ended. */
export function toOlderPage<Row extends { id: string }>(
  found: readonly Row[],
  limit: number,
  searchedTo: string | null = null,
): OlderPage<Row> {
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : searchedTo }
}
