/** The value of a sample in a column; NaN where it is not known. */
export function valueAt(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN
}

/** The value of a sample in a column; null where it is not known. */
export function knownAt(column: Float64Array, index: number): number | null {
  const value = valueAt(column, index)
  return Number.isNaN(value) ? null : value
}

/** The value of each sample. */
export function valuesOf<Sample>(samples: readonly Sample[], measure: (sample: Sample) => number): Float64Array {
  const values = new Float64Array(samples.length)
  for (let index = 0; index < values.length; index += 1) {
    const sample = samples[index]
    values[index] = sample === undefined ? Number.NaN : measure(sample)
  }
  return values
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
