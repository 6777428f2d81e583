import { knownOf } from './column'
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

/** How values in any order spread, such as seconds with up to three decimals; NaN is no value. Null for none. */
export function distributionOf(values: ArrayLike<number>): Distribution | null {
  return describe(knownOf(values))
}

/** The value of each sample. */
export function valuesOf<Sample>(samples: readonly Sample[], measure: (sample: Sample) => number): Float64Array {
  const values = new Float64Array(samples.length)
  samples.forEach((sample, index) => {
    values[index] = measure(sample)
  })
  return values
}

/**
 * How the values of each group spread; `groups` has the index of the group of each value, −1 for none. NaN is no value.
 */
export function distributionsOf(values: Float64Array, groups: Int32Array, groupCount: number): (Distribution | null)[] {
  const groupAt = (index: number) => (Number.isNaN(values[index]) ? -1 : (groups[index] ?? -1))
  const ends = new Uint32Array(groupCount)
  for (let index = 0; index < values.length; index += 1) {
    const group = groupAt(index)
    if (group >= 0) ends[group] = (ends[group] ?? 0) + 1
  }
  for (let group = 1; group < groupCount; group += 1) ends[group] = (ends[group] ?? 0) + (ends[group - 1] ?? 0)
  const next = Uint32Array.from(ends)
  const grouped = new Float64Array(values.length)
  for (let index = values.length - 1; index >= 0; index -= 1) {
    const group = groupAt(index)
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
  const mean = thousandths / 1000 / values.length
  const p50 = percentile(values, 0.5, 0)
  const p75 = percentile(values, 0.75, placeOf(values, 0.5))
  const p95 = percentile(values, 0.95, placeOf(values, 0.75))
  return { count: values.length, min, p50, p75, p95, mean, max }
}

/** Interpolated. Moves the values from `low` on, before which there is no larger one than any after. */
function percentile(values: Float64Array, share: number, low: number): number {
  const rank = share * (values.length - 1)
  const place = placeOf(values, share)
  select(values, place, low)
  const below = values[place] ?? Number.NaN
  if (rank === place) return below
  let above = Number.POSITIVE_INFINITY
  for (let index = place + 1; index < values.length; index += 1) above = Math.min(above, values[index] ?? above)
  return below + (above - below) * (rank - place)
}

function placeOf(values: Float64Array, share: number): number {
  return Math.floor(share * (values.length - 1))
}
