const fewValues = 32
const manyRounds = 24

/**
 * Moves values from the index `from` on so that the one that belongs to a place in ascending order is there, no larger
 * one before it and no smaller one after it, where that holds for `from` already. Takes a few passes over the values,
 * where sorting them takes many.
 */
export function select(values: Float64Array, place: number, from = 0): void {
  let low = from
  let high = values.length - 1
  for (let round = 0; low < high; round += 1) {
    // Rounds get rid of half of the values or so; where they do not, sorting keeps the work bounded.
    if (high - low < fewValues || round === manyRounds) {
      values.subarray(low, high + 1).sort()
      return
    }
    const [left, right] = partition(values, low, high)
    if (place <= right) high = right
    else if (place >= left) low = left
    else return
  }
}

/** Values up to `right` are at most the pivot, values from `left` on at least; what is between them equals it. */
function partition(values: Float64Array, low: number, high: number): [left: number, right: number] {
  const pivot = pivotOf(values, low, high)
  let left = low
  let right = high
  while (left <= right) {
    while ((values[left] ?? pivot) < pivot) left += 1
    while ((values[right] ?? pivot) > pivot) right -= 1
    if (left > right) break
    const smaller = values[right] ?? pivot
    values[right] = values[left] ?? pivot
    values[left] = smaller
    left += 1
    right -= 1
  }
  return [left, right]
}

/** The middle one of the first, the middle and the last value. */
function pivotOf(values: Float64Array, low: number, high: number): number {
  const first = values[low] ?? 0
  const middle = values[(low + high) >> 1] ?? 0
  const last = values[high] ?? 0
  return Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last))
}
