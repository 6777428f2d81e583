import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { distributionOf, distributionsOf } from './distribution'
import { rank } from './ranking'

const spreadOf = (values: readonly number[]) => distributionOf(runAtOnce(rank(Float64Array.from(values))))

const seconds = fc.integer({ min: 0, max: 300_000_000_000 }).map((ms) => ms / 1000)

it('has percentiles in order between the smallest and the largest value', () => {
  fc.assert(
    fc.property(fc.array(seconds, { minLength: 1, maxLength: 200, size: 'max' }), (values) => {
      const spread = spreadOf(values)
      if (!spread) throw new Error('There is a distribution of one value and more.')
      expect([spread.count, spread.min, spread.max]).toEqual([values.length, Math.min(...values), Math.max(...values)])
      const inOrder = [spread.min, spread.p50, spread.p75, spread.p95, spread.max]
      expect(inOrder.toSorted((a, b) => a - b)).toEqual(inOrder)
      expect(spread.mean).toBeGreaterThanOrEqual(spread.min * (1 - 1e-9))
      expect(spread.mean).toBeLessThanOrEqual(spread.max * (1 + 1e-9))
    }),
  )
})

it('has the percentiles that sorting gives, whatever the values look like', () => {
  const few = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 500, size: 'max' })
  const many = fc.array(seconds, { minLength: 1, maxLength: 500, size: 'max' })
  const shape = fc.constantFrom('as they come', 'ascending', 'descending', 'a pipe')
  fc.assert(
    fc.property(fc.oneof(few, many), shape, (values, asTheyAre) => {
      const sorted = values.toSorted((a, b) => a - b)
      const shaped = {
        'as they come': values,
        ascending: sorted,
        descending: sorted.toReversed(),
        'a pipe': [...sorted, ...sorted.toReversed()],
      }[asTheyAre]
      const ordered = shaped.toSorted((a, b) => a - b)
      const inclusive = (share: number) => {
        const rank = share * (ordered.length - 1)
        const below = ordered[Math.floor(rank)] ?? Number.NaN
        return below + ((ordered[Math.ceil(rank)] ?? Number.NaN) - below) * (rank - Math.floor(rank))
      }
      expect(spreadOf(shaped)).toMatchObject({ p50: inclusive(0.5), p75: inclusive(0.75), p95: inclusive(0.95) })
    }),
  )
})

it('spreads each group as it spreads the values of that group alone', () => {
  const value = fc.record({ group: fc.integer({ min: -1, max: 4 }), seconds })
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const spreads = distributionsOf(
        runAtOnce(rank(Float64Array.from(values, ({ seconds }) => seconds))),
        Int32Array.from(values, ({ group }) => group),
        5,
      )
      const alone = [0, 1, 2, 3, 4].map((group) =>
        spreadOf(values.filter((one) => one.group === group).map(({ seconds }) => seconds)),
      )
      expect(spreads).toEqual(alone)
    }),
  )
})
