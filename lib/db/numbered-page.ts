/** Which rows of a list a page has; all rows without it. */
export type Span = { skip: number; take: number }

export type NumberedPage<T> = {
  rows: T[]
  /** Of all pages. */
  total: number
  /** Counted from 1, and how many there are, one at least. */
  page: number
  pages: number
}

const pageSize = 50

/** A page of a list of `total` rows by its number from 1; the last one for a greater number than there are. */
export async function readNumberedPage<T>(
  requested: number,
  total: number,
  read: (span: Span) => Promise<T[]>,
): Promise<NumberedPage<T>> {
  const pages = Math.max(Math.ceil(total / pageSize), 1)
  const page = Math.min(requested, pages)
  return { rows: await read({ skip: (page - 1) * pageSize, take: pageSize }), total, page, pages }
}
