import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartWeeks } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { RateChart } from './rate-chart'

const chartOf = (...values: { rate: number | null; of: number }[]) =>
  renderMarkup(createElement(RateChart, { title: 'Change failure rate', buckets: chartWeeks(...values) }))

const chart = chartOf({ rate: 0.125, of: 8 }, { rate: 0, of: 3 }, { rate: null, of: 0 }, { rate: 0.25, of: 1 })

describe('a share over time', () => {
  it('draws 0 on the axis and no point without a deployment', () => {
    expect(chart.attributes('circle', 'cy')).toEqual(['50%', '100%', '0%'])
    expect(chart.tags('polyline')).toHaveLength(1)
    expect(chart.html).toContain('x1="62.5%" x2="62.5%" y1="95%" y2="100%"')
  })

  it('says the share and of how many', () => {
    expect(chart.links.map(({ name }) => name)).toEqual([
      'Skip chart: Change failure rate',
      'week 1: 12.5% of 8 deployments',
      'week 2: 0% of 3 deployments',
      'week 3: no deployment',
      'week 4 (in part): 25% of 1 deployment',
    ])
    expect(chart.table.slice(1)).toEqual([
      ['week 1', '12.5%', '8'],
      ['week 2', '0%', '3'],
      ['week 3', '—No deployment', '0'],
      ['week 4 (in part)', '25%', '1'],
    ])
  })

  it('has a scale from 0 also when nothing failed', () => {
    const zero = chartOf({ rate: 0, of: 4 }, { rate: 0, of: 2 })
    expect(zero.attributes('circle', 'cy')).toEqual(['100%', '100%'])
    expect(zero.text).toContain('0%2%4%6%8%10%')
  })

  it('says that there was no deployment', () => {
    expect(chartOf({ rate: null, of: 0 }).text).toContain('No deployment in this period.')
  })
})
