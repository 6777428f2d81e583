import { select } from './select'

/** How values spread. Percentiles are interpolated between neighbours, as PERCENTILE.INC of spreadsheets does. */
export type Distribution = {
  count: number
  min: number
  p50: number
  p75: number
  p95: number
  mean: number
  max: number
}

/** How values in any order spread, such as seconds with up to three decimals; null for none. */
export function distributionOf(values: readonly number[] | Float64Array): Distribution | null {
  return describe(new Float64Array(values))
}

/** The value of each sample. */
export function valuesOf<Sample>(samples: readonly Sample[], measure: (sample: Sample) => number): Float64Array {
  const values = new Float64Array(samples.length)
  samples.forEach((sample, index) => {
    values[index] = measure(sample)
  })
  return values
}

/** How the values of each group spread; `groups` has the index of the group of each value, −1 for none. */
export function distributionsOf(values: Float64Array, groups: Int32Array, groupCount: number): (Distribution | null)[] {
  const ends = new Uint32Array(groupCount)
  for (const group of groups) if (group >= 0) ends[group] = (ends[group] ?? 0) + 1
  for (let group = 1; group < groupCount; group += 1) ends[group] = (ends[group] ?? 0) + (ends[group - 1] ?? 0)
  const next = Uint32Array.from(ends)
  const grouped = new Float64Array(values.length)
  for (let index = values.length - 1; index >= 0; index -= 1) {
    const group = groups[index] ?? -1
    if (group < 0) continue
    const place = (next[group] ?? 0) - 1
    next[group] = place
    grouped[place] = values[index] ?? 0
  }
  return Array.from(ends, (end, group) => describe(grouped.subarray(ends[group - 1] ?? 0, end)))
}

/** Moves the values. */
function describe(values: Float64Array): Distribution | null {
  if (values.length === 0) return null
  let [min, max, thousandths] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const value of values) {
    if (value < min) min = value
    if (value > max) max = value
    // Whole numbers, whose sum is the same in any order.
    thousandths += Math.round(value * 1000)
  }
  return {
    count: values.length,
    min,
    p50: percentile(values, 0.5),
    p75: percentile(values, 0.75),
    p95: percentile(values, 0.95),
    mean: thousandths / 1000 / values.length,
    max,
  }
}

/** Interpolated. Moves the values. */
function percentile(values: Float64Array, share: number): number {
  const rank = share * (values.length - 1)
  const place = Math.floor(rank)
  select(values, place)
  const below = values[place] ?? Number.NaN
  if (rank === place) return below
  let above = Number.POSITIVE_INFINITY
  for (const value of values.subarray(place + 1)) if (value < above) above = value
  return below + (above - below) * (rank - place)
}
