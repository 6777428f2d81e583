import type { Leveled } from './levels'

/** How a number was made. */
export type Made = {
  /** How many rows it was made of. */
  sampleSize: number
  /** Rows of the period that were left out, and why: "were cancelled and never went live". */
  excluded: Reason[]
  /** Rows that count in a way that has to be said: "were live before they were merged and count as 0 s". */
  adjusted: Reason[]
}

export type Reason = { count: number; why: string }

/** A number on an instrument, and the one of the period before. */
export type Figure = {
  /** Null when there is not enough data. */
  value: number | null
  unit: 'per day' | 'seconds' | 'share' | 'count'
  /** What is missing when there is no value, as a sentence: "No pull request reached production in this period." */
  missing: string | null
  previous: number | null
  /** What is missing when there is no previous value, as a sentence. */
  previousMissing: string | null
  /** Null when one of the two numbers is missing. */
  change: Change | null
  made: Made
} & Leveled

/** `ratio` is value ÷ previous − 1, null when the previous one is 0. `word` is null for numbers neither good nor bad. */
export type Change = { difference: number; ratio: number | null; word: 'better' | 'worse' | 'same' | null }

/** A number, or the sentence that says what is missing. */
export type Measured = { value: number; missing: null } | { value: null; missing: string }

type Better = 'higher' | 'lower' | null

/** A figure of two measured numbers, and the level of the first. */
export function figureOf(figure: {
  unit: Figure['unit']
  better: Better
  leveled: Leveled
  current: Measured
  previous: Measured
  made: Made
}): Figure {
  const { unit, better, leveled, current, previous, made } = figure
  return {
    value: current.value,
    unit,
    missing: current.missing,
    ...leveled,
    previous: previous.value,
    previousMissing: previous.missing,
    change: changeOf(current.value, previous.value, better),
    made,
  }
}

/** How a number changed; null when one of the two is missing. Less than half a percent is the same. */
export function changeOf(value: number | null, previous: number | null, better: Better): Change | null {
  if (value === null || previous === null) return null
  const difference = value - previous
  const ratio = previous === 0 ? null : value / previous - 1
  return { difference, ratio, word: better && wordOf(difference, ratio, better) }
}

function wordOf(difference: number, ratio: number | null, better: 'higher' | 'lower'): 'better' | 'worse' | 'same' {
  if (difference === 0 || (ratio !== null && Math.abs(ratio) < 0.005)) return 'same'
  return difference > 0 === (better === 'higher') ? 'better' : 'worse'
}

/** A value with its reason for being missing. */
export function measured(value: number | null | undefined, missing: string): Measured {
  return value === null || value === undefined ? { value: null, missing } : { value, missing: null }
}

/** The reasons that concern any row, in the singular or plural. */
export function reasons(...rows: [count: number, one: string, many: string][]): Reason[] {
  return rows.flatMap(([count, one, many]) => (count > 0 ? [{ count, why: count === 1 ? one : many }] : []))
}
