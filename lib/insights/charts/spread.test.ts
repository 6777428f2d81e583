import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spread } from './spread'

describe('labels next to their values', () => {
  it('stay where there is room', () => {
    expect(spread([0.1, 0.5, 0.9], 0.1)).toEqual([0.1, 0.5, 0.9])
  })

  it('make room for each other, and stay above the axis', () => {
    expect(spread([1, 1, 1], 0.25)).toEqual([0.5, 0.75, 1])
    expect(spread([0, 0, 0], 0.25)).toEqual([0, 0.25, 0.5])
  })

  it('never collide or change order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 4 }), (positions) => {
        const places = spread(
          positions.toSorted((a, b) => a - b),
          0.1,
        )
        for (const [index, place] of places.entries()) {
          expect(place).toBeLessThanOrEqual(1)
          if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(0.1 - 1e-9)
        }
      }),
    )
  })
})
