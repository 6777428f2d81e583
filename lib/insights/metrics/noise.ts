import { valueAt } from './column'

/** What a value and the one before were made of: by it a difference is told from noise. */
export type Evidence =
  | ({ kind: 'rate' } & BothPeriods<{ count: number; days: number }>)
  | ({ kind: 'share' } & BothPeriods<{ part: number; of: number }>)
  /** In ascending order. */
  | ({ kind: 'median' } & BothPeriods<Float64Array>)

type BothPeriods<Sample> = { current: Sample; previous: Sample }

/** How it is decided, as it is said on pages. */
export const noiseWords =
  'A change is called better or worse when it is larger than what chance makes of samples of this size: when its 95% interval leaves out 0.'

/** A value with its 95% interval. */
type Interval = { value: number; low: number; high: number }

/** 95 of 100 values of a normal distribution are no more standard deviations than that from its mean. */
const z = 1.96

/**
 * Whether a difference is larger than chance explains: its 95% interval, made of those of both values as Newcombe does of
 * two shares (Zou and Donner's MOVER), leaves out 0.
 */
export function isBeyondNoise(evidence: Evidence): boolean {
  const [current, previous] = intervalsOf(evidence)
  const difference = current.value - previous.value
  const below = Math.hypot(current.value - current.low, previous.high - previous.value)
  const above = Math.hypot(current.high - current.value, previous.value - previous.low)
  return difference - below > 0 || difference + above < 0
}

function intervalsOf(evidence: Evidence): [current: Interval, previous: Interval] {
  const { kind } = evidence
  if (kind === 'rate') return [ofRate(evidence.current), ofRate(evidence.previous)]
  if (kind === 'share') return [ofShare(evidence.current), ofShare(evidence.previous)]
  return [ofMedian(evidence.current), ofMedian(evidence.previous)]
}

/** Score interval of a Poisson count, divided by its days. */
function ofRate({ count, days }: { count: number; days: number }): Interval {
  const middle = count + z ** 2 / 2
  const reach = z * Math.sqrt(count + z ** 2 / 4)
  return { value: count / days, low: (middle - reach) / days, high: (middle + reach) / days }
}

/** Wilson’s score interval of a share. */
function ofShare({ part, of }: { part: number; of: number }): Interval {
  const value = part / of
  const middle = (part + z ** 2 / 2) / (of + z ** 2)
  const reach = (z / (of + z ** 2)) * Math.sqrt(of * value * (1 - value) + z ** 2 / 4)
  return { value, low: middle - reach, high: middle + reach }
}

/** Between two ranks, by the binomial distribution of how many values are below a median; unbounded for fewer than six. */
function ofMedian(sorted: Float64Array): Interval {
  const value = (valueAt(sorted, Math.floor((sorted.length - 1) / 2)) + valueAt(sorted, sorted.length >> 1)) / 2
  const rank = medianRank(sorted.length)
  if (rank === 0) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  return { value, low: valueAt(sorted, rank - 1), high: valueAt(sorted, sorted.length - rank) }
}

/**
 * The value of this rank from below and that from above hold the median of what a sample was drawn from between them, in
 * 95 of 100 samples; 0 where none do.
 */
export function medianRank(sampleSize: number): number {
  return Math.max(0, Math.floor((sampleSize + 1 - z * Math.sqrt(sampleSize)) / 2))
}
