import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundTicks } from './round-ticks'

describe('ticks of counts and shares', () => {
  it.each([
    { max: 1, ticks: [0, 1] },
    { max: 3, ticks: [0, 1, 2, 3] },
    { max: 7, ticks: [0, 2, 4, 6] },
    { max: 12, ticks: [0, 5, 10] },
    { max: 42, ticks: [0, 10, 20, 30, 40] },
    { max: 1_000, ticks: [0, 200, 400, 600, 800, 1_000] },
  ])('are round, up to $max', ({ max, ticks }) => {
    expect(roundTicks(max, 1)).toEqual(ticks)
  })

  it('can be parts of one where the step may be', () => {
    expect(roundTicks(0.7, 0.1)).toEqual([0, 0.2, 0.4, 0.6])
  })

  it('are few, begin at 0 and end within the scale', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (max) => {
        const ticks = roundTicks(max, 1)
        expect(ticks[0]).toBe(0)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.every((tick) => Number.isInteger(tick) && tick <= max)).toBe(true)
      }),
    )
  })
})
