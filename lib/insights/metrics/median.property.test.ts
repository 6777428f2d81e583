import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { distributionOf } from './distribution'
import { medianOf } from './median'
import { rank } from './ranking'

const ms = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 300_000_000_000 }),
  fc.constantFrom(2 ** 11 - 1, 2 ** 32, 2 ** 32 + 1, 253_402_300_799_999),
)
const seconds = ms.map((each) => each / 1000)

it('is the median of the values in order, whatever they look like', () => {
  const value = fc.oneof({ weight: 9, arbitrary: seconds }, fc.constant(Number.NaN))
  fc.assert(
    fc.property(fc.array(value, { maxLength: 500, size: 'max' }), (some) => {
      const values = Float64Array.from(some)
      const before = values.slice()
      expect(medianOf(values)).toBe(distributionOf(runAtOnce(rank(values)))?.p50 ?? null)
      expect(values).toEqual(before)
    }),
  )
})

it('is halfway between two, and the same value when they are alike', () => {
  expect(medianOf(Float64Array.of(4, Number.NaN, 1, 3, 2))).toBe(2.5)
  expect(medianOf(Float64Array.of(7, 7, 1, 9))).toBe(7)
  expect(medianOf(Float64Array.of(Number.NaN))).toBeNull()
})
