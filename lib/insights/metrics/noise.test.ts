import { describe, expect, it } from 'vitest'
import { isBeyondNoise, medianRank } from './noise'

const sorted = (length: number, valueAt: (place: number) => number) =>
  Float64Array.from({ length }, (_, place) => valueAt(place))

describe('a difference is beyond noise', () => {
  it('of shares that far apart in samples that large', () => {
    const share = (part: number, before: number, of: number) =>
      isBeyondNoise({ kind: 'share', current: { part, of }, previous: { part: before, of } })
    expect(share(4, 2, 20)).toBe(false)
    expect(share(40, 20, 200)).toBe(true)
    expect(share(20, 40, 200)).toBe(true)
    expect(share(1, 0, 1)).toBe(false)
    expect(share(5, 5, 200)).toBe(false)
  })

  it('of counts, whatever the days that they are divided by', () => {
    const rate = (count: number, days: number, before: number) =>
      isBeyondNoise({ kind: 'rate', current: { count, days }, previous: { count: before, days: 10 } })
    expect(rate(12, 10, 8)).toBe(false)
    expect(rate(120, 10, 80)).toBe(true)
    expect(rate(12, 1, 8)).toBe(true)
    expect(rate(80, 5, 160)).toBe(false)
    expect(rate(0, 10, 3)).toBe(false)
    expect(rate(0, 10, 30)).toBe(true)
  })

  it('of medians of six rows at least', () => {
    const median = (length: number, apart: number) =>
      isBeyondNoise({
        kind: 'median',
        current: sorted(length, (place) => apart + place),
        previous: sorted(length, (place) => place),
      })
    expect(median(5, 1_000)).toBe(false)
    expect(median(6, 1_000)).toBe(true)
    expect(median(50, 5)).toBe(false)
    expect(median(50, 25)).toBe(true)
    expect(median(50, -25)).toBe(true)
  })
})

it('the ranks around a median hold it in 95 of 100 samples', () => {
  for (let of = 6; of <= 300; of += 1) {
    // How likely it is that fewer values than the rank are below the median, on one of its sides.
    let [term, outside] = [0.5 ** of, 0]
    for (let below = 0; below < medianRank(of); below += 1) {
      outside += term
      term *= (of - below) / (below + 1)
    }
    expect(2 * outside, `${of} values`).toBeLessThan(0.0515)
    expect(medianRank(of)).toBeGreaterThan(0)
  }
})
