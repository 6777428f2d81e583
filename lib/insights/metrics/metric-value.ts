import type { Contributions } from './contributions'
import type { Distribution } from './distribution'
import type { Leveled } from './levels'
import { type Evidence, isBeyondNoise } from './noise'

/** What a number was made of. */
export type Provenance = {
  /** How many rows it was made of. */
  sampleSize: number
  /** Rows of the period that were left out, and why: "were cancelled and never went live". */
  excluded: Reason[]
  /** Rows that count in a way that has to be said: "were live before they were merged and count as 0 s". */
  adjusted: Reason[]
}

export type Reason = { count: number; why: string }

export type Unit = 'per day' | 'seconds' | 'share' | 'lines' | 'count'

/** What a metric comes to in a period, and in the one before. */
export type MetricValue = {
  /** Null when there is not enough data. */
  value: number | null
  unit: Unit
  /** What is missing when there is no value, as a sentence: "No pull request reached production in this period." */
  missing: string | null
  previous: number | null
  /** What is missing when there is no previous value, as a sentence. */
  previousMissing: string | null
  /** Null when one of the two numbers is missing. */
  change: Change | null
  /** Who the change came from; null without one, and for numbers whose rows belong to no service. */
  contributions: Contributions | null
  provenance: Provenance
  /** Of medians: how the values spread; null for none. */
  distribution?: Distribution | null
} & Leveled

/** `ratio` is value ÷ previous − 1, null when the previous one is 0. */
export type Change = {
  difference: number
  ratio: number | null
  /** Null for numbers neither good nor bad. "within noise" is a difference that chance explains. */
  word: (typeof changeWords)[number] | null
}

export const changeWords = ['better', 'worse', 'within noise', 'same'] as const

/** A number, or the sentence that says what is missing. */
export type Measured = { value: number; missing: null } | { value: null; missing: string }

/** Whether less is better; null for numbers that are neither good nor bad, which have no goals. */
export type Better = 'higher' | 'lower' | null

/** How a number changed; null when one of the two is missing. Less than half a percent is the same. */
export function changeOf(
  value: number | null,
  previous: number | null,
  better: Better,
  evidence: Evidence,
): Change | null {
  if (value === null || previous === null) return null
  const difference = value - previous
  const ratio = previous === 0 ? null : value / previous - 1
  if (better === null) return { difference, ratio, word: null }
  if (difference === 0 || (ratio !== null && Math.abs(ratio) < 0.005)) return { difference, ratio, word: 'same' }
  const word = difference > 0 === (better === 'higher') ? 'better' : 'worse'
  return { difference, ratio, word: isBeyondNoise(evidence) ? word : 'within noise' }
}

/** A value with its reason for being missing. */
export function measured(value: number | null | undefined, missing: string): Measured {
  return value === null || value === undefined ? { value: null, missing } : { value, missing: null }
}

/** The reasons that concern any row, in the singular or plural. */
export function reasons(...rows: [count: number, one: string, many: string][]): Reason[] {
  return rows.flatMap(([count, one, many]) => (count > 0 ? [{ count, why: count === 1 ? one : many }] : []))
}
