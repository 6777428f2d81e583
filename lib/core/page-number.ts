/** Which rows of a list a page has; all rows without it. */
export type Span = { skip: number; take: number }

/** A page by its number, counted from 1, and how many there are, one at least. */
export type PageNumber = { page: number; pages: number }

/** The page of a list of `total` rows by its number from 1; the last one for a greater number than there are. */
export function placePage(requested: number, total: number, pageSize = 50): PageNumber & { span: Span } {
  const pages = Math.max(Math.ceil(total / pageSize), 1)
  const page = Math.min(requested, pages)
  return { page, pages, span: { skip: (page - 1) * pageSize, take: pageSize } }
}
