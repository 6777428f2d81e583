import type { Tested } from './backtest'

/** How scores compared with what happened, tested on cases that they were not made of. */
export type Assessment = {
  count: number
  failed: number
  /** Mean squared error of the scores, and of the share that had failed by then. */
  brier: number
  baseBrier: number
  /** By which share the first is smaller, with bounds each of which it passes with a chance of 5%. */
  gain: { value: number; low: number; high: number }
  warned: number
  warnedFailed: number
  bins: Bin[]
}

/** Cases with similar scores: what was said on average and how many failed, with 95% bounds of their share. */
export type Bin = { count: number; failed: number; predicted: number; low: number; high: number }

/** The mean of a group is nearly independent of the next one's, which single outcomes are not. */
const casesOfGroup = 20
const [minGroups, maxGroups] = [5, 25]

/** Student's t by degrees of freedom from 4: what 5% lie above. */
const quantiles = [
  2.132, 2.015, 1.943, 1.895, 1.86, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.74, 1.734, 1.729, 1.725,
  1.721, 1.717, 1.714, 1.711,
]

/** Compares tested cases, in the order of time. */
export function assess(tested: readonly Tested[]): Assessment {
  const count = tested.length
  const squares = tested.map(({ probability, failed }) => (probability - Number(failed)) ** 2)
  const baseSquares = tested.map(({ baseRate, failed }) => (baseRate - Number(failed)) ** 2)
  const [brier, baseBrier] = [mean(squares), mean(baseSquares)]
  const gains = baseSquares.map((square, index) => square - (squares[index] ?? 0))
  const warned = tested.filter((one) => one.warned)
  return {
    count,
    failed: failedOf(tested),
    brier,
    baseBrier,
    gain: scaled(boundsOf(gains), baseBrier),
    warned: warned.length,
    warnedFailed: failedOf(warned),
    bins: binsOf(tested),
  }
}

/** Bounds of a mean by those of groups that follow each other in time. */
function boundsOf(gains: readonly number[]): { value: number; low: number; high: number } {
  const groups = Math.max(minGroups, Math.min(maxGroups, Math.floor(gains.length / casesOfGroup)))
  const means = Array.from({ length: groups }, (_, group) =>
    mean(gains.slice(Math.floor((group * gains.length) / groups), Math.floor(((group + 1) * gains.length) / groups))),
  )
  const value = mean(gains)
  const middle = mean(means)
  const variance = means.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (groups - 1)
  const reach = (quantiles[groups - 5] ?? 2.132) * Math.sqrt(variance / groups)
  return { value, low: value - reach, high: value + reach }
}

function scaled({ value, low, high }: { value: number; low: number; high: number }, by: number) {
  return by > 0 ? { value: value / by, low: low / by, high: high / by } : { value: 0, low: 0, high: 0 }
}

const [minInBin, maxBins] = [20, 8]

/** As many cases in each bin, by their scores. */
function binsOf(tested: readonly Tested[]): Bin[] {
  const sorted = tested.toSorted((a, b) => a.probability - b.probability)
  const bins = Math.max(1, Math.min(maxBins, Math.floor(sorted.length / minInBin)))
  return Array.from({ length: bins }, (_, bin) => {
    const own = sorted.slice(Math.floor((bin * sorted.length) / bins), Math.floor(((bin + 1) * sorted.length) / bins))
    const failed = failedOf(own)
    return {
      count: own.length,
      failed,
      predicted: mean(own.map(({ probability }) => probability)),
      ...wilson(failed, own.length),
    }
  }).filter(({ count }) => count > 0)
}

/** Wilson's bounds of a share. https://doi.org/10.1080/01621459.1927.10502953 */
function wilson(failed: number, count: number): { low: number; high: number } {
  if (count === 0) return { low: 0, high: 1 }
  const z = 1.96
  const share = failed / count
  const center = (share + (z * z) / (2 * count)) / (1 + (z * z) / count)
  const reach = (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))
  return { low: Math.max(0, center - reach), high: Math.min(1, center + reach) }
}

function failedOf(tested: readonly Tested[]): number {
  return tested.filter(({ failed }) => failed).length
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
