import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartWeeks, weekRows } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { RateChart } from './rate-chart'

function chartOf(rates: (number | null)[], counts: number[]) {
  const buckets = chartWeeks(rates.length)
  const props = { id: 'rate', title: 'Change failure rate', rows: weekRows, buckets, rates, counts }
  return renderMarkup(createElement(RateChart, props), 'table=rate')
}

const chart = chartOf([0.125, 0, null, 0.25], [8, 3, 0, 1])

describe('a share over time', () => {
  it('draws 0 on the axis, no point without a deployment, and a mark in its place', () => {
    const paths = chart.attributes('path', 'd')
    expect(paths).toContain('M0 500l1 500')
    expect(paths).toContain('M0 500h.001M1 1000h.001M3 0h.001')
    expect(paths).toContain('M2 950v50')
  })

  it('says the share and of how many', () => {
    expect(chart.table.slice(1)).toEqual([
      ['week 1', '12.5%', '8'],
      ['week 2', '0%', '3'],
      ['week 3', '—No deployment', '0'],
      ['week 4 (in part)', '25%', '1'],
    ])
  })

  it('has a scale from 0 also when nothing failed', () => {
    const zero = chartOf([0, 0, 0], [4, 2, 1])
    expect(zero.attributes('path', 'd')).toContain('M0 1000h1')
    expect(zero.text).toContain('0%2%4%6%8%10%')
  })

  it('says that there was no deployment', () => {
    expect(chartOf([null], [0]).text).toContain('No deployment in this period.')
  })
})
