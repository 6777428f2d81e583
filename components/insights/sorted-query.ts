import { withParams } from '@/lib/search-params'

/** A query string that asks for an order too; null for the order that needs no asking. */
export function sortedQuery(query: string, sort: string | null): string {
  return withParams(query, { sort })
}
