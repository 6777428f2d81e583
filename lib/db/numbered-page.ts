import { type PageNumber, placePage, type Span } from '@/lib/core/page-number'

export type NumberedPage<T> = PageNumber & {
  rows: T[]
  /** Of all pages. */
  total: number
}

/** The page of a list of `total` rows by its number from 1, as `placePage` says. */
export async function readNumberedPage<T>(
  requested: number,
  total: number,
  read: (span: Span) => Promise<T[]>,
): Promise<NumberedPage<T>> {
  const { page, pages, span } = placePage(requested, total)
  return { rows: await read(span), total, page, pages }
}
