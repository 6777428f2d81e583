export type Spread = { median: number; min: number; max: number }

/** Median and extremes of one figure over all rounds. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const last = sorted.length - 1
  const at = (index: number) => sorted[index] ?? Number.NaN
  return { median: (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2, min: at(0), max: at(last) }
}

/** The smallest value that at least `fraction` of the sorted values do not exceed. */
export function percentile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.max(Math.ceil(fraction * sorted.length) - 1, 0)] ?? Number.NaN
}
