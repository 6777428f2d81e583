import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationScale } from './scale'

describe('the bars of durations', () => {
  it('are in proportion to the longest', () => {
    expect(durationScale([60, 30, 0, -5])).toEqual({ kind: 'linear', lengths: [1, 0.5, 0, 0] })
  })

  it('are on a log scale over three orders of magnitude', () => {
    const { kind, lengths } = durationScale([1, 100_000])
    expect(kind).toBe('log')
    expect(lengths[0]).toBeGreaterThan(0.01)
    expect(lengths[1]).toBe(1)
  })

  it('are on a log scale sooner where that is requested', () => {
    expect(durationScale([1, 100], 100).kind).toBe('linear')
    expect(durationScale([1, 101], 100).kind).toBe('log')
  })

  it('are none where there is nothing to show', () => {
    expect(durationScale([])).toEqual({ kind: 'linear', lengths: [] })
    expect(durationScale([0, -1])).toEqual({ kind: 'linear', lengths: [0, 0] })
  })

  it('keep the order of the durations and stay within 0 and 1', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -10, max: 2 ** 31 }), { minLength: 2 }), (seconds) => {
        const sorted = seconds.toSorted((a, b) => a - b)
        const { lengths } = durationScale(sorted)
        expect(lengths.every((length) => length >= 0 && length <= 1)).toBe(true)
        expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
      }),
    )
  })
})
