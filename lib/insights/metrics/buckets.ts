import type { Bucket } from '@/lib/time/period'

/** For each instant the index of the bucket that holds it; −1 outside of all. Instants are milliseconds since 1970. */
export function bucketIndexes(buckets: readonly Bucket[], instants: ArrayLike<number>): Int32Array {
  const starts = Float64Array.from([...buckets.map(({ from }) => from), buckets.at(-1)?.to ?? 0], Number)
  const indexes = new Int32Array(instants.length)
  let latest = -1
  for (let index = 0; index < instants.length; index += 1) {
    const instant = instants[index] ?? Number.NaN
    // Instants mostly come in order, so that the next one is in the same bucket.
    if (!isWithin(starts, latest, instant)) latest = search(starts, instant)
    indexes[index] = latest
  }
  return indexes
}

/** How many instants each bucket holds. */
export function countIn(buckets: readonly Bucket[], instants: ArrayLike<number>): Uint32Array {
  const indexes = bucketIndexes(buckets, instants)
  const counts = new Uint32Array(buckets.length)
  for (let sample = 0; sample < indexes.length; sample += 1) {
    const bucket = indexes[sample] ?? -1
    if (bucket >= 0) counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts
}

function isWithin(starts: Float64Array, index: number, instant: number): boolean {
  return instant >= (starts[index] ?? Number.NaN) && instant < (starts[index + 1] ?? Number.NaN)
}

function search(starts: Float64Array, instant: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return low === starts.length ? -1 : low - 1
}
