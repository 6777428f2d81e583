import { z } from 'zod'
import { type FilterProblem, oneOf, readFilters } from '@/lib/core/query-filters'

/** What rows are selected by: rows that enter the number, or failures. */
export type RowsFilter = 'counted' | 'failed'
export type RowsSort = 'slowest' | 'largest'

/** Which rows are listed, null for all of them, and in which order, null for the latest first. */
export type RowsSelection = { only: RowsFilter | null; sort: RowsSort | null }

export type RowsSelectionProblem = FilterProblem<keyof RowsSelection>

export const allRows: RowsSelection = { only: null, sort: null }

/** What the rows of a metric can be selected and sorted by. */
export type KnownSelections = { only: readonly RowsFilter[]; sort: readonly RowsSort[] }

/** Reads a selection from a query string; what is not known of these rows is left out and named. */
export function parseSelection(
  params: URLSearchParams,
  known: KnownSelections,
): { selection: RowsSelection; problems: RowsSelectionProblem[] } {
  const { filters, problems } = readFilters({ only: oneOfKnown(known.only), sort: oneOfKnown(known.sort) }, params)
  const { only = null, sort = null } = filters
  return { selection: { only, sort }, problems }
}

function oneOfKnown<Word extends string>(known: readonly Word[]) {
  return z
    .string()
    .trim()
    .pipe(known.length > 0 ? oneOf(known) : z.never('cannot be given for this metric'))
}
