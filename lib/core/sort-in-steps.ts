import type { Steps } from './steps'

/** As many are sorted, or merged, in one step: some milliseconds. */
const eachStep = 10_000

/**
 * Puts numbers in order, in place, as `sort` does, in steps: those of a million take it a second. What is sorted in part
 * takes less.
 */
export function* sortInSteps(numbers: Uint32Array, compare: (a: number, b: number) => number): Steps<Uint32Array> {
  for (let from = 0; from < numbers.length; from += eachStep) {
    numbers.subarray(from, from + eachStep).sort(compare)
    yield
  }
  for (let width = eachStep; width < numbers.length; width *= 2) {
    for (let from = 0; from + width < numbers.length; from += 2 * width) {
      yield* merge(numbers.subarray(from, from + 2 * width), width, compare)
    }
  }
  return numbers
}

/** Merges what is in order up to `middle` with what is in order from there on. */
function* merge(numbers: Uint32Array, middle: number, compare: (a: number, b: number) => number): Steps<void> {
  const isInOrder = compare(numbers[middle - 1] ?? 0, numbers[middle] ?? 0) <= 0
  if (isInOrder) return
  const first = numbers.slice(0, middle)
  let [left, right] = [0, middle]
  for (let place = 0; left < middle; place += 1) {
    if (place % eachStep === eachStep - 1) yield
    const [next, other] = [first[left] ?? 0, numbers[right] ?? 0]
    if (right < numbers.length && compare(other, next) < 0) {
      numbers[place] = other
      right += 1
    } else {
      numbers[place] = next
      left += 1
    }
  }
}
