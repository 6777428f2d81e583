import { describe, expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { distributionOf, distributionsOf } from './distribution'
import { rank } from './ranking'

const spreadOf = (...values: number[]) => distributionOf(runAtOnce(rank(Float64Array.from(values))))

describe('a distribution', () => {
  it('is none of no values', () => {
    expect(spreadOf()).toBeNull()
  })

  it('of one value is that value', () => {
    expect(spreadOf(7)).toEqual({ count: 1, min: 7, p50: 7, p75: 7, p95: 7, mean: 7, max: 7 })
  })

  it('interpolates as PERCENTILE.INC does', () => {
    expect(spreadOf(4, 1, 3, 2)).toMatchObject({ p50: 2.5, p75: 3.25, mean: 2.5, min: 1, max: 4 })
    expect(spreadOf(4, 1, 3, 2)?.p95).toBeCloseTo(3.85, 12)
    expect(spreadOf(10, 20, 30, 40, 50)).toMatchObject({ p50: 30, p75: 40, p95: 48 })
  })

  it('sorts numbers, not their digits', () => {
    expect(spreadOf(100, 9, 20)?.p50).toBe(20)
  })

  it('knows no value where there is NaN', () => {
    expect(spreadOf(Number.NaN, 2, Number.NaN, 4)).toEqual(spreadOf(2, 4))
    expect(spreadOf(Number.NaN)).toBeNull()
    const values = Float64Array.of(Number.NaN, 1, Number.NaN)
    expect(distributionsOf(runAtOnce(rank(values)), Int32Array.of(0, 0, 1), 2)).toEqual([spreadOf(1), null])
  })

  it('is one for each group, and none for a group without values', () => {
    const values = Float64Array.of(5, 1, 9, 3, 7)
    const groups = Int32Array.of(2, 0, -1, 2, 0)
    expect(distributionsOf(runAtOnce(rank(values)), groups, 3)).toEqual([spreadOf(1, 7), null, spreadOf(5, 3)])
  })
})
