import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartDistribution, chartWeeks } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { PercentileChart } from './percentile-chart'

const hour = 3_600

function chartOf(...distributions: (ReturnType<typeof chartDistribution> | null)[]) {
  const buckets = chartWeeks(...distributions.map((distribution) => ({ distribution })))
  return renderMarkup(createElement(PercentileChart, { title: 'Lead time', buckets }))
}

const chart = chartOf(
  chartDistribution(hour, 2 * hour, 4 * hour),
  chartDistribution(0),
  null,
  chartDistribution(2 * hour),
  chartDistribution(2 * hour, 3 * hour, 4 * hour),
)

describe('percentiles over time', () => {
  it('breaks its lines where there is nothing to measure', () => {
    expect(chart.tags('polyline')).toHaveLength(3 * 2)
    expect(chart.tags('polygon')).toHaveLength(2)
    expect(chart.tags('circle')).toHaveLength(4)
  })

  it('draws 0 on the axis, and null nowhere', () => {
    expect(chart.attributes('circle', 'cy')).toEqual(['75%', '100%', '50%', '50%'])
    expect(chart.attributes('circle', 'cx')).not.toContain('50%')
  })

  it('marks what is partial by a hollow dot on a hatch', () => {
    expect(chart.tags('circle').map((dot) => dot.includes('fill-paper'))).toEqual([false, false, false, true])
    expect(chart.html).toMatch(/<rect fill="url\(#[^>]* width="10%" x="85%"/)
  })

  it('labels the lines at their end', () => {
    expect(chart.text).toContain('p95 4 hp75 3 hp50 2 h')
  })

  it('says the figures in the read-outs and in the table, and why there are none', () => {
    expect(chart.links[1]).toEqual({
      href: '/acme/rows?week=1',
      name: 'week 1: p50 1 h, p75 2 h, p95 4 h of 12 pull requests',
    })
    expect(chart.links[3]?.name).toBe('week 3: nothing to measure')
    expect(chart.table[1]).toEqual(['week 1', '12', '1 h', '2 h', '4 h'])
    expect(chart.table[3]).toEqual(['week 3', '0', ...new Array(3).fill('—Nothing to measure')])
  })

  it('says when the scale is a log scale', () => {
    expect(chart.text).not.toContain('Log scale')
    expect(chartOf(chartDistribution(60), chartDistribution(60 * 1_001)).text).toContain('Log scale')
  })

  it('is a dot for one point', () => {
    const one = chartOf(null, chartDistribution(hour, 2 * hour, 3 * hour), null)
    expect(one.tags('circle')).toHaveLength(1)
    expect(one.tags('polyline')).toEqual([])
  })

  it('says why there is nothing to draw', () => {
    const buckets = chartWeeks({ distribution: null })
    const empty = 'No pull request reached production in this period.'
    const props = { title: 'Lead time', buckets, empty } as const
    const none = renderMarkup(createElement(PercentileChart, props))
    expect(none.text).toContain(empty)
    expect(none.tags('circle')).toEqual([])
  })
})
