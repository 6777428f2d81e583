/** The value of a sample in a column; NaN where it is not known. */
export function valueAt(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN
}

/** The value of a sample in a column; null where it is not known. */
export function knownAt(column: Float64Array, index: number): number | null {
  const value = valueAt(column, index)
  return Number.isNaN(value) ? null : value
}

/** A copy of those values that are known. */
export function knownOf(values: ArrayLike<number>): Float64Array {
  const known = new Float64Array(values.length)
  let count = 0
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN
    known[count] = value
    if (!Number.isNaN(value)) count += 1
  }
  return known.subarray(0, count)
}

/** How many values of a column are known. */
export function countKnown(column: Float64Array): number {
  return countWhere(column.length, (index) => !Number.isNaN(valueAt(column, index)))
}

/** Of how many samples something holds. */
export function countWhere(length: number, holds: (index: number) => boolean): number {
  let count = 0
  for (let index = 0; index < length; index += 1) if (holds(index)) count += 1
  return count
}

/** Seconds between two instants of each sample, 0 at least; NaN where one of them is not known. */
export function secondsBetween(from: Float64Array, to: Float64Array): Float64Array {
  const seconds = new Float64Array(to.length)
  for (let index = 0; index < seconds.length; index += 1) {
    seconds[index] = Math.max(0, valueAt(to, index) - valueAt(from, index)) / 1000
  }
  return seconds
}
