import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelTiers } from './label-tiers'

const shownAt = { narrow: ['narrow'], medium: ['narrow', 'medium'], wide: ['narrow', 'medium', 'wide'] }

function labelled(count: number, width: keyof typeof shownAt): number[] {
  return labelTiers(count).flatMap((tier, index) => (shownAt[width].includes(tier) ? index : []))
}

describe('labels under an axis', () => {
  it('are fewer where there is less room', () => {
    expect(labelled(13, 'wide')).toHaveLength(13)
    expect(labelled(13, 'medium')).toEqual([0, 3, 6, 9, 12])
    expect(labelled(13, 'narrow')).toEqual([0, 6, 12])
  })

  it('are as many as fit, at equal distances from the first bucket on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
        for (const [width, max] of [
          ['narrow', 4],
          ['medium', 6],
          ['wide', 13],
        ] as const) {
          const places = labelled(count, width)
          expect(places[0]).toBe(0)
          expect(places.length).toBeLessThanOrEqual(max)
          const step = places[1] ?? 0
          expect(places).toEqual(places.map((_, index) => index * step))
        }
      }),
    )
  })
})
