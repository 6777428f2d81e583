import { inParts, isNextStep, type Steps } from '@/lib/core/steps'
import { knownAt } from '@/lib/insights/metrics/column'
import type { Provenance } from '@/lib/insights/metrics/metric-value'
import { rank } from '@/lib/insights/metrics/ranking'
import type { ColumnName, Row } from './columns'
import type { RowsFilter, RowsSelection, RowsSort } from './selection'

/** All rows behind a number, the latest first; each is made when it is read. */
export type Drilldown = {
  /** Of the CSV. */
  columns: readonly ColumnName[]
  /** Of the page: what enters the number. */
  shown: readonly ColumnName[]
  total: number
  /** Rows from an index on, as `slice` of an array. Names that belong to ids are missing. */
  slice: (from: number, to: number) => Row[]
  /** How many rows a filter selects. */
  count: (only: RowsFilter) => Steps<number>
  /** The rows of a selection, in its order; what its rows cannot be selected or sorted by changes nothing. */
  select: (selection: RowsSelection) => Steps<Drilldown>
}

/** What is read of samples without making their rows. */
type Selectors<Sample> = Partial<Record<RowsFilter, (sample: Sample) => boolean>> &
  /** Made when it is sorted by: the largest first, null where it is not known. */
  Partial<Record<RowsSort, () => Measure<Sample>>>

type Measure<Sample> = (sample: Sample) => number | null

/** The drill-down of samples in their order; each makes a row. */
export function drilldownOf<Sample>(
  columns: Pick<Drilldown, 'columns' | 'shown'>,
  samples: ArrayLike<Sample>,
  rowOf: (sample: Sample) => Row,
  selectors: Selectors<Sample> = {},
): Drilldown {
  const slice = (from: number, to: number) => {
    const length = Math.max(0, Math.min(to, samples.length) - from)
    return Array.from({ length }, (_, index) => rowOf(samples[from + index] as Sample))
  }
  const count = function* (only: RowsFilter): Steps<number> {
    const holds = selectors[only]
    if (!holds) return samples.length
    let count = 0
    yield* inParts(samples.length, (from, to) => {
      for (let index = from; index < to; index += 1) if (holds(samples[index] as Sample)) count += 1
    })
    return count
  }
  const select = function* ({ only, sort }: RowsSelection): Steps<Drilldown> {
    const holds = only && selectors[only]
    const kept = holds ? yield* samplesWhere(samples, holds) : samples
    const measure = sort && selectors[sort]
    return drilldownOf(columns, measure ? yield* largestFirst(kept, measure()) : kept, rowOf, selectors)
  }
  return { ...columns, total: samples.length, slice, count, select }
}

/** Samples of which something holds, in their order. */
export function* samplesWhere<Sample>(
  samples: ArrayLike<Sample>,
  holds: (sample: Sample) => boolean,
): Steps<ArrayLike<Sample>> {
  const kept: Sample[] = []
  yield* inParts(samples.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const sample = samples[index] as Sample
      if (holds(sample)) kept.push(sample)
    }
  })
  return kept
}

/** Samples with the largest value first; those without one keep their order at the end. */
function* largestFirst<Sample>(samples: ArrayLike<Sample>, measure: Measure<Sample>): Steps<Sample[]> {
  const measured = new Float64Array(samples.length)
  yield* inParts(measured.length, (from, to) => {
    for (let index = from; index < to; index += 1) measured[index] = measure(samples[index] as Sample) ?? Number.NaN
  })
  const { values, samples: leastFirst } = yield* rank(measured)
  const sorted: Sample[] = []
  for (let end = values.length; end > 0; ) {
    let begin = end - 1
    while (begin > 0 && values[begin - 1] === values[begin]) begin -= 1
    for (let place = begin; place < end; place += 1) {
      if (isNextStep(place)) yield
      sorted.push(samples[leastFirst[place] ?? -1] as Sample)
    }
    end = begin
  }
  yield* inParts(measured.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      if (Number.isNaN(measured[index])) sorted.push(samples[index] as Sample)
    }
  })
  return sorted
}

/** Whether a row counts, and what has to be said of it, as a number of it alone would be made. */
export function verdictOf({ sampleSize, excluded, adjusted }: Provenance): Pick<Row, 'counted' | 'why'> {
  const reasons = [...excluded, ...adjusted].map(({ why }) => sentenceOf(why))
  return { counted: sampleSize > 0, why: reasons.length > 0 ? reasons.join('. ') : null }
}

/** A reason in the singular as a sentence about its row. */
export function sentenceOf(why: string): string {
  return `It ${why}`
}

/** A date, null where there is none. */
export function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}

/** The date of a sample in a column of instants, null where it is not known. */
export function dateAt(instants: Float64Array, index: number): Date | null {
  return dateOf(knownAt(instants, index))
}
