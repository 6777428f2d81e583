/** What rows are selected by: those that enter the number, or those that failed. */
export type RowsFilter = 'counted' | 'failed'
export type RowsSort = 'slowest' | 'largest'

/** Which rows are listed, null for all of them, and in which order, null for the latest first. */
export type RowsSelection = { only: RowsFilter | null; sort: RowsSort | null }

export type RowsSelectionProblem = { name: keyof RowsSelection; message: string }

export const allRows: RowsSelection = { only: null, sort: null }

/** What the rows of a metric can be selected and sorted by. */
export type KnownSelections = { only: readonly RowsFilter[]; sort: readonly RowsSort[] }

/** Reads a selection from a query string; what is not known of these rows is left out and named. */
export function parseSelection(
  params: URLSearchParams,
  known: KnownSelections,
): { selection: RowsSelection; problems: RowsSelectionProblem[] } {
  const problems: RowsSelectionProblem[] = []
  const take = <Name extends keyof KnownSelections>(name: Name): KnownSelections[Name][number] | null => {
    const given = params.get(name)?.trim()
    if (!given) return null
    const choices: readonly KnownSelections[Name][number][] = known[name]
    const found = choices.find((each) => each === given)
    if (!found) problems.push({ name, message: problemOf(choices) })
    return found ?? null
  }
  return { selection: { only: take('only'), sort: take('sort') }, problems }
}

function problemOf(known: readonly string[]): string {
  if (known.length === 0) return 'cannot be given for this metric'
  return known.length === 1 ? `must be ${known[0]}` : `must be one of ${known.join(', ')}`
}
