import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortInSteps } from './sort-in-steps'
import { runAtOnce } from './steps'

const ascending = (a: number, b: number) => a - b

it('puts numbers in order, and keeps the order of equal ones', () => {
  const tens = (a: number, b: number) => Math.floor(a / 10) - Math.floor(b / 10)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 2 ** 31 }), (length, seed) => {
      const numbers = Uint32Array.from({ length }, (_, index) => (index * seed) % 99_991)
      expect(runAtOnce(sortInSteps(numbers.slice(), tens))).toEqual(Uint32Array.from([...numbers].sort(tens)))
    }),
    { numRuns: 20 },
  )
})

it('takes many steps for many', () => {
  const half = Array.from({ length: 100_000 }, (_, index) => 2 * index)
  const numbers = Uint32Array.from([...half, ...half.map((number) => number + 1)])
  let steps = 0
  for (const _ of sortInSteps(numbers, ascending)) steps += 1
  expect(steps).toBeGreaterThan(30)
  expect(numbers).toEqual(Uint32Array.from(numbers.keys()))
})
