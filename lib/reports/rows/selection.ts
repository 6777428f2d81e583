import type { MetricSlug } from '@/lib/metrics/definition'

/** What rows are selected by: those that enter the number, or those that failed. */
export type RowsFilter = 'counted' | 'failed'
export type RowsSort = 'slowest'

/** Which rows are listed, null for all of them, and in which order, null for the latest first. */
export type RowsSelection = { only: RowsFilter | null; sort: RowsSort | null }

export type RowsSelectionProblem = { name: keyof RowsSelection; message: string }

export const allRows: RowsSelection = { only: null, sort: null }

type Known = { only: readonly RowsFilter[]; sort: readonly RowsSort[] }

/** What the rows of each metric can be selected and sorted by. */
export const knownSelections: Record<MetricSlug, Known> = {
  'deployment-frequency': { only: ['counted'], sort: [] },
  'lead-time': { only: ['counted'], sort: ['slowest'] },
  'change-failure-rate': { only: ['counted', 'failed'], sort: [] },
  'recovery-time': { only: ['counted'], sort: ['slowest'] },
  'rework-rate': { only: [], sort: [] },
  coverage: { only: [], sort: [] },
  'cycle-time': { only: ['counted'], sort: ['slowest'] },
  throughput: { only: ['counted'], sort: [] },
}

/** Reads a selection from a query string; what the metric does not know is left out and named. */
export function parseSelection(
  params: URLSearchParams,
  slug: MetricSlug,
): { selection: RowsSelection; problems: RowsSelectionProblem[] } {
  const problems: RowsSelectionProblem[] = []
  const take = <Name extends keyof Known>(name: Name): Known[Name][number] | null => {
    const given = params.get(name)?.trim()
    if (!given) return null
    const known: readonly Known[Name][number][] = knownSelections[slug][name]
    const found = known.find((each) => each === given)
    if (!found) problems.push({ name, message: problemOf(known) })
    return found ?? null
  }
  return { selection: { only: take('only'), sort: take('sort') }, problems }
}

function problemOf(known: readonly string[]): string {
  if (known.length === 0) return 'cannot be given for this metric'
  return known.length === 1 ? `must be ${known[0]}` : `must be one of ${known.join(', ')}`
}
