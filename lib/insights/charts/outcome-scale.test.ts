import { describe, expect, it } from 'vitest'
import { outcomeScale } from './outcome-scale'

describe('the scale of successes and failures', () => {
  it('is one for both, with the axis between them', () => {
    const { axis, length, ticks } = outcomeScale({ success: [8, 1], failed: [0, 2] })
    expect(axis).toBe(0.8)
    expect(length(8)).toBe(0.8)
    expect(length(2)).toBe(0.2)
    expect(ticks.at(-1)).toEqual({ count: 2, at: 1 })
  })

  it('shows one among hundreds, and nothing for none', () => {
    const { length } = outcomeScale({ success: [900], failed: [1] })
    expect(length(1)).toBeGreaterThan(0.01)
    expect(length(0)).toBe(0)
  })

  it('has its axis at the foot while nothing failed', () => {
    expect(outcomeScale({ success: [3], failed: [0] }).axis).toBe(1)
    expect(outcomeScale({ success: [], failed: [] }).axis).toBe(1)
  })
})
