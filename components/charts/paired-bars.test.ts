import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartWeeks, weekRows } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { PairedBars } from './paired-bars'

const chartOf = (merged: number[], deployed: number[]) =>
  renderMarkup(
    createElement(PairedBars, {
      id: 'throughput',
      title: 'Merged against deployed',
      rows: weekRows,
      buckets: { ...chartWeeks(merged.length), partial: [] },
      series: [
        { name: 'merged', counts: merged },
        { name: 'deployed', counts: deployed },
      ],
    }),
    'table=throughput',
  )

const chart = chartOf([4, 0], [2, 1])

describe('counts side by side', () => {
  it('have one scale and a path each, and no bar for none', () => {
    const bars = chart.attributes('path', 'd').filter((d) => d.includes('v'))
    expect(bars).toEqual(['M-0.05 0v-1000', 'M0.05 0v-500M1.05 0v-250'])
  })

  it('are named with their sums, and in the table', () => {
    expect(chart.text).toContain('4 merged3 deployed')
    expect(chart.table).toEqual([
      ['Period', 'merged', 'deployed'],
      ['week 1', '4', '2'],
      ['week 2 (in part)', '0', '1'],
    ])
  })

  it('say that there was nothing', () => {
    expect(chartOf([0], [0]).text).toContain('No pull request in this period.')
  })
})
