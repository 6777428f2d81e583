import { valueAt } from './column'

/**
 * The median that `distributionOf` has, in less than half the time, because the values are not put in order. NaN is for
 * those that are not known; null when none is.
 */
export function medianOf(values: Float64Array): number | null {
  const { count, lower, upper } = middleOf(values)
  return count === 0 ? null : lower + (upper - lower) / 2
}

/** The two values in the middle of those that are known, which are the same one of an odd number; NaN when none is. */
export function middleOf(values: Float64Array): { count: number; lower: number; upper: number } {
  const known = knownOf(values)
  const count = known.length
  if (count === 0) return { count, lower: Number.NaN, upper: Number.NaN }
  const place = Math.floor((count - 1) / 2)
  select(known, place)
  const lower = valueAt(known, place)
  if (count % 2 === 1) return { count, lower, upper: lower }
  let upper = Number.POSITIVE_INFINITY
  for (let index = place + 1; index < count; index += 1) upper = Math.min(upper, valueAt(known, index))
  return { count, lower, upper }
}

function knownOf(values: Float64Array): Float64Array {
  const known = new Float64Array(values.length)
  let count = 0
  for (let index = 0; index < values.length; index += 1) {
    const value = valueAt(values, index)
    if (Number.isNaN(value)) continue
    known[count] = value
    count += 1
  }
  return known.subarray(0, count)
}

/** Moves values until the one at a place is the one that order would put there, none before it greater: quickselect. */
function select(values: Float64Array, place: number): void {
  let first = 0
  let last = values.length - 1
  while (first < last) {
    const [right, left] = divide(values, first, last, pivotOf(values, first, last))
    if (place > right && place < left) return
    if (place <= right) last = right
    else first = left
  }
}

/** The middle one of three. By chance, so that no order of values makes it slow. */
function pivotOf(values: Float64Array, first: number, last: number): number {
  const any = () => valueAt(values, first + Math.floor(Math.random() * (last - first + 1)))
  const [a, b, c] = [any(), any(), any()]
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/** Moves what is below a pivot to the left and what is above it to the right: where one ends and the other begins. */
function divide(values: Float64Array, first: number, last: number, pivot: number): [number, number] {
  let left = first
  let right = last
  while (left <= right) {
    while (valueAt(values, left) < pivot) left += 1
    while (valueAt(values, right) > pivot) right -= 1
    if (left > right) break
    const moved = valueAt(values, left)
    values[left] = valueAt(values, right)
    values[right] = moved
    left += 1
    right -= 1
  }
  return [right, left]
}
