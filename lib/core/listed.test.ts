import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listFirst, maxListedServices } from './listed'

const lengths = fc.constantFrom(0, 1, maxListedServices, 2 * maxListedServices, 3 * maxListedServices + 7)

it('lists what comes first when all of it is put in order, equal ones as they came', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 2_000 }), fc.integer(), (length, values, seed) => {
      const rows = Array.from({ length }, (_, place) => ({ place, value: Math.abs((place * 7_919 + seed) % values) }))
      const compare = (a: { value: number }, b: { value: number }) => b.value - a.value
      expect(listFirst(rows, compare)).toEqual({
        listed: rows.toSorted(compare).slice(0, maxListedServices),
        leftOut: Math.max(length - maxListedServices, 0),
      })
    }),
    { numRuns: 50 },
  )
})

it('compares few rows of very many', () => {
  let compared = 0
  const rows = Array.from({ length: 100_000 }, (_, place) => (place * 7_919) % 100_003)
  listFirst(rows, (a, b) => {
    compared += 1
    return b - a
  })
  expect(compared).toBeLessThan(200_000)
})
