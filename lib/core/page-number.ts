/** Which rows of a list a page has; all rows without it. */
export type Span = { skip: number; take: number }

/** A page by its number, counted from 1, and how many there are, one at least. */
export type PageNumber = { page: number; pages: number }

/** Rows of a page, and which of all rows they are, counted from 1. */
export type RowsPage<Row> = PageNumber & { rows: readonly Row[]; first: number; last: number }

/** A page of rows by its number from 1; the last one for a greater number than there are. */
export function pageOfRows<Row>(rows: readonly Row[], requested: number): RowsPage<Row> {
  const { page, pages, span } = placePage(requested, rows.length)
  const shown = rows.slice(span.skip, span.skip + span.take)
  return { rows: shown, first: span.skip + 1, last: span.skip + shown.length, page, pages }
}

/** The page of a list of `total` rows by its number from 1; the last one for a greater number than there are. */
export function placePage(requested: number, total: number, pageSize = 50): PageNumber & { span: Span } {
  const pages = Math.max(Math.ceil(total / pageSize), 1)
  const page = Math.min(requested, pages)
  return { page, pages, span: { skip: (page - 1) * pageSize, take: pageSize } }
}
