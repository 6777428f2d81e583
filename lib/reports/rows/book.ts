import type { Made } from '@/lib/metrics/figure'
import type { ColumnName, Row } from './columns'

/** All rows behind a number, the latest first; each is made when it is asked for. */
export type Book = {
  /** Of the CSV. */
  columns: readonly ColumnName[]
  /** Of the page: what enters the number. */
  shown: readonly ColumnName[]
  total: number
  /** Rows from an index on, as `slice` of an array. Names that belong to ids are missing. */
  slice: (from: number, to: number) => Row[]
}

/** The book of samples, in the order that `compare` puts them in. */
export function bookOf<Sample>(
  columns: Pick<Book, 'columns' | 'shown'>,
  samples: readonly Sample[],
  compare: (a: Sample, b: Sample) => number,
  rowOf: (sample: Sample) => Row,
): Book {
  const ordered = samples.toSorted(compare)
  return { ...columns, total: ordered.length, slice: (from, to) => ordered.slice(from, to).map(rowOf) }
}

/** Whether a row counts, and what has to be said of it, as a number of it alone would be made. */
export function verdictOf({ sampleSize, excluded, adjusted }: Made): Pick<Row, 'counted' | 'why'> {
  const reasons = [...excluded, ...adjusted].map(({ why }) => why)
  return { counted: sampleSize > 0, why: reasons.length > 0 ? reasons.join('; ') : null }
}

/** A date, null where there is none. */
export function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
