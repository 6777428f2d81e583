import { valueAt } from './column'
import type { Ranking } from './ranking'

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

/** How values spread; null for none. */
export function distributionOf({ values }: Pick<Ranking, 'values'>): Distribution | null {
  const count = values.length
  if (count === 0) return null
  // Whole numbers, whose sum is the same in any order.
  let thousandths = 0
  for (let place = 0; place < count; place += 1) thousandths += Math.round(valueAt(values, place) * 1000)
  return {
    count,
    min: valueAt(values, 0),
    p50: percentile(values, 0.5),
    p75: percentile(values, 0.75),
    p95: percentile(values, 0.95),
    mean: thousandths / 1000 / count,
    max: valueAt(values, count - 1),
  }
}

/** How the values of each group spread; `groups` has the index of the group of each sample, −1 for none. */
export function distributionsOf(
  { values, samples }: Ranking,
  groups: Int32Array,
  groupCount: number,
): (Distribution | null)[] {
  const ends = new Uint32Array(groupCount)
  for (let place = 0; place < samples.length; place += 1) {
    const group = groups[samples[place] ?? -1] ?? -1
    if (group >= 0) ends[group] = (ends[group] ?? 0) + 1
  }
  for (let group = 1; group < groupCount; group += 1) ends[group] = (ends[group] ?? 0) + (ends[group - 1] ?? 0)
  const next = Uint32Array.of(0, ...ends)
  const grouped = new Float64Array(values.length)
  for (let place = 0; place < samples.length; place += 1) {
    const group = groups[samples[place] ?? -1] ?? -1
    if (group < 0) continue
    const free = next[group] ?? 0
    next[group] = free + 1
    grouped[free] = valueAt(values, place)
  }
  return Array.from(ends, (end, group) => distributionOf({ values: grouped.subarray(ends[group - 1] ?? 0, end) }))
}

/** Interpolated between the two values in ascending order that it lies between. */
function percentile(values: Float64Array, share: number): number {
  const place = share * (values.length - 1)
  const below = valueAt(values, Math.floor(place))
  return below + (valueAt(values, Math.ceil(place)) - below) * (place - Math.floor(place))
}
