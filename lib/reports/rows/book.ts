import { knownAt, valueAt } from '@/lib/metrics/column'
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

/** The book of samples in their order; each makes a row. */
export function bookOf<Sample>(
  columns: Pick<Book, 'columns' | 'shown'>,
  samples: ArrayLike<Sample>,
  rowOf: (sample: Sample) => Row,
): Book {
  const slice = (from: number, to: number) => {
    const length = Math.max(0, Math.min(to, samples.length) - from)
    return Array.from({ length }, (_, index) => rowOf(samples[from + index] as Sample))
  }
  return { ...columns, total: samples.length, slice }
}

/** The indexes of samples in columns, the latest first. */
export function latestFirst(instants: Float64Array, ids: Float64Array): Int32Array {
  return Int32Array.from(instants.keys()).sort(
    (a, b) => valueAt(instants, b) - valueAt(instants, a) || valueAt(ids, b) - valueAt(ids, a),
  )
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

/** The date of a sample in a column of instants, null where it is not known. */
export function dateAt(instants: Float64Array, index: number): Date | null {
  return dateOf(knownAt(instants, index))
}
