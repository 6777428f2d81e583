import type { MetricContext, Samples } from '@/lib/metrics/context'
import type { Figure } from '@/lib/metrics/figure'
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

/** The book of samples. `placeOf` puts them in order: by instants in milliseconds, and by ids where those are the same. */
export function bookOf<Sample>(
  columns: Pick<Book, 'columns' | 'shown'>,
  samples: readonly Sample[],
  placeOf: (sample: Sample) => [instantMs: number, id: number],
  rowOf: (sample: Sample) => Row,
): Book {
  const ordered = samples.toSorted((a, b) => {
    const [[atA, idA], [atB, idB]] = [placeOf(a), placeOf(b)]
    return atB - atA || idB - idA
  })
  return { ...columns, total: ordered.length, slice: (from, to) => ordered.slice(from, to).map(rowOf) }
}

/** A metric of one sample alone: what it says of itself is what it says of that row. */
export function ofOne<Sample, Result extends Figure>(
  metric: (samples: Samples<Sample>, context: MetricContext) => Result,
  context: MetricContext,
): (sample: Sample) => Result & { verdict: Pick<Row, 'counted' | 'why'> } {
  const alone = { ...context, period: { ...context.period, days: [], weeks: [] } }
  return (sample) => {
    const result = metric({ current: [sample], previous: [] }, alone)
    return { ...result, verdict: verdictOf(result) }
  }
}

/** Whether the only row of a figure counts, and what has to be said of it. */
export function verdictOf({ made: { sampleSize, excluded, adjusted } }: Figure): Pick<Row, 'counted' | 'why'> {
  const reasons = [...excluded, ...adjusted].map(({ why }) => why)
  return { counted: sampleSize > 0, why: reasons.length > 0 ? reasons.join('; ') : null }
}

/** A date, null where there is none. */
export function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
