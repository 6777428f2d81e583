import { describe, expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { drilldownOf } from './drilldown'
import { allRows, type RowsSelection } from './selection'

type Sample = { id: number; counted: boolean; seconds: number | null }

const samples: Sample[] = [
  { id: 5, counted: true, seconds: 60 },
  { id: 4, counted: false, seconds: null },
  { id: 3, counted: true, seconds: 0 },
  { id: 2, counted: true, seconds: 60 },
  { id: 1, counted: false, seconds: 3600 },
]

const columns = { columns: ['id'], shown: ['id'] } as const
const rowOf = ({ id }: Sample) => ({ id })
const drilldown = drilldownOf(columns, samples, rowOf, {
  counted: ({ counted }) => counted,
  slowest: () => (sample) => sample.seconds,
})

const idsOf = (selection: RowsSelection, of = drilldown) => {
  const selected = runAtOnce(of.select(selection))
  return selected.slice(0, selected.total).map(({ id }) => id)
}

describe('the rows behind a number', () => {
  it('are all of them, as they stand, without a selection', () => {
    expect(idsOf(allRows)).toEqual([5, 4, 3, 2, 1])
  })

  it('can be those that count alone', () => {
    expect(runAtOnce(drilldown.count('counted'))).toBe(3)
    expect(runAtOnce(drilldown.select({ only: 'counted', sort: null })).total).toBe(3)
    expect(idsOf({ only: 'counted', sort: null })).toEqual([5, 3, 2])
  })

  it('can have the slowest first: equal ones as they stood, those without a duration last', () => {
    expect(idsOf({ only: null, sort: 'slowest' })).toEqual([1, 5, 2, 3, 4])
    expect(idsOf({ only: 'counted', sort: 'slowest' })).toEqual([5, 2, 3])
  })

  it('are cut into pages after they are selected', () => {
    expect(runAtOnce(drilldown.select({ only: 'counted', sort: 'slowest' })).slice(2, 4)).toEqual([{ id: 3 }])
  })

  it('stay as they are where nothing is known of them', () => {
    expect(idsOf({ only: 'failed', sort: 'slowest' }, drilldownOf(columns, samples, rowOf))).toEqual([5, 4, 3, 2, 1])
  })

  it('are selected, counted and sorted in steps where they are very many', () => {
    const many = Array.from({ length: 200_000 }, (_, id) => ({ id, counted: id % 2 === 0, seconds: id % 1_000 }))
    const { count, select } = drilldownOf(columns, many, rowOf, {
      counted: ({ counted }) => counted,
      slowest: () => (sample) => sample.seconds,
    })
    expect([...count('counted')].length).toBeGreaterThan(2)
    const both = [...select({ only: 'counted', sort: null })].length
    expect(both).toBeGreaterThan(2)
    expect([...select({ only: 'counted', sort: 'slowest' })].length).toBeGreaterThan(2 * both)
  })
})
