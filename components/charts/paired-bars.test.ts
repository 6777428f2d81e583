import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartWeeks } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { PairedBars } from './paired-bars'

type Week = ReturnType<typeof chartWeeks<{ merged: number; deployed: number }>>[number]

const series = [
  { name: 'merged', value: ({ merged }: Week) => merged },
  { name: 'deployed', value: ({ deployed }: Week) => deployed },
]
const chartOf = (buckets: Week[]) =>
  renderMarkup(createElement(PairedBars<Week>, { title: 'Merged against deployed', buckets, series }))

const chart = chartOf(chartWeeks({ merged: 4, deployed: 2 }, { merged: 0, deployed: 1 }))

describe('counts side by side', () => {
  it('have one scale, and no bar for none', () => {
    expect(chart.attributes('rect', 'y')).toEqual(['0%', '50%', '75%'])
  })

  it('are named with their sums, in the read-outs and in the table', () => {
    expect(chart.text).toContain('4 merged3 deployed')
    expect(chart.links[1]?.name).toBe('week 1: 4 merged, 2 deployed')
    expect(chart.table).toEqual([
      ['Period', 'merged', 'deployed'],
      ['week 1', '4', '2'],
      ['week 2 (in part)', '0', '1'],
    ])
  })

  it('say that there was nothing', () => {
    expect(chartOf(chartWeeks({ merged: 0, deployed: 0 })).text).toContain('No pull request in this period.')
  })
})
