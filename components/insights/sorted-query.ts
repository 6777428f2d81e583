/** A query string that asks for an order too; null for the order that needs no asking. */
export function sortedQuery(query: string, sort: string | null): string {
  if (sort === null) return query
  return `${query === '' ? '?' : `${query}&`}sort=${encodeURIComponent(sort)}`
}
