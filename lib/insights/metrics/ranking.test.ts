import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAtOnce, type Steps } from '@/lib/core/steps'
import { latestFirst, rank } from './ranking'

it('leaves the values as they were, and knows none where there is NaN', () => {
  const values = Float64Array.of(3, Number.NaN, 1, 2)
  expect(runAtOnce(rank(values))).toEqual({ values: Float64Array.of(1, 2, 3), samples: Uint32Array.of(2, 3, 0) })
  expect(values).toEqual(Float64Array.of(3, Number.NaN, 1, 2))
  expect(runAtOnce(rank(new Float64Array(0))).samples).toHaveLength(0)
})

it('refuses what is below 0', () => {
  expect(() => runAtOnce(rank(Float64Array.of(1, -0.001)))).toThrow(RangeError)
})

it('has the order of sorting, those with the same value as they came', () => {
  const ms = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 300_000_000_000 }),
    fc.constantFrom(2 ** 11 - 1, 2 ** 11, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 43, 253_402_300_799_999),
  )
  const value = fc.oneof({ weight: 9, arbitrary: ms.map((each) => each / 1000) }, fc.constant(Number.NaN))
  fc.assert(
    fc.property(fc.array(value, { maxLength: 300, size: 'max' }), (values) => {
      const { values: ordered, samples } = runAtOnce(rank(Float64Array.from(values)))
      const expected = [...values.keys()]
        .filter((sample) => !Number.isNaN(values[sample]))
        .toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)
      expect([...samples]).toEqual(expected)
      expect([...ordered]).toEqual(expected.map((sample) => values[sample]))
    }),
  )
})

it('has the latest first, of one instant the greatest id, and what is the same as it came', () => {
  const sample = fc.record({
    instant: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(1_772_400_000_000, 1_772_400_000_001)),
    id: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(9_000_000_000)),
  })
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 300, size: 'max' }), (samples) => {
      const instants = Float64Array.from(samples, ({ instant }) => instant)
      const ids = Float64Array.from(samples, ({ id }) => id)
      const expected = [...samples.entries()].toSorted(([, a], [, b]) => b.instant - a.instant || b.id - a.id)
      expect([...runAtOnce(latestFirst(instants, ids))]).toEqual(expected.map(([index]) => index))
    }),
  )
})

it('takes a step for some tens of thousands of samples, however many there are', () => {
  const values = Float64Array.from({ length: 300_000 }, (_, index) => (index * 7_919) % 300_000)
  const countSteps = (work: Steps<unknown>) => {
    let steps = 0
    while (!work.next().done) steps += 1
    return steps
  }
  // A word of each is put in order twice by its digits, which are looked at and moved.
  expect(countSteps(rank(values))).toBeGreaterThan(6 * 5)
  expect(countSteps(latestFirst(values, values))).toBeGreaterThan(2 * 6 * 5)
})
