import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartPercentiles, chartWeeks, weekRows } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { packPercentiles } from './distribution-cells'
import { PercentileChart } from './percentile-chart'

const hour = 3_600

function chartOf(percentiles: (ReturnType<typeof chartPercentiles> | null)[], empty?: string) {
  const buckets = chartWeeks(percentiles.length)
  const props = {
    id: 'lead-time',
    title: 'Lead time',
    rows: weekRows,
    buckets,
    percentiles: packPercentiles(percentiles),
    empty,
  }
  return renderMarkup(createElement(PercentileChart, props), 'table=lead-time')
}

const chart = chartOf([
  chartPercentiles(hour, 2 * hour, 4 * hour),
  chartPercentiles(0),
  null,
  chartPercentiles(2 * hour),
  chartPercentiles(2 * hour, 3 * hour, 4 * hour),
  chartPercentiles(hour, 3 * hour, 4 * hour),
])
const dots = ({ html }: typeof chart) =>
  [...html.matchAll(/<path class="(?:hollow-)?dot" d="([^"]*)"/g)].map((match) => match[1])

describe('percentiles over time', () => {
  it('breaks its lines where there is nothing to measure, and leads to no week that is not whole', () => {
    const median = chart.html.match(/stroke-ink stroke-\[1\.5\]" d="([^"]*)"/)?.[1]
    expect(median).toBe('M0 750l1 250M3 500h1')
    expect(chart.html).toContain('d="M0 500l1 500v0l-1-250zM3 500l1-250v250h-1z"')
  })

  it('draws 0 on the axis, and null nowhere; what is partial is hollow, on a hatch', () => {
    const [all, hollow] = dots(chart)
    expect(all).toBe('M0 750h.001M1 1000h.001M3 500h.001M4 500h.001M5 750h.001')
    expect(hollow).toBe('M5 750h.001')
    expect(chart.html).toMatch(/<rect fill="url\(#[^>]* width="10%" x="86.667%"/)
  })

  it('labels the lines at their end', () => {
    expect(chart.text).toContain('p95 4 hp75 3 hp50 1 h')
  })

  it('says the figures in the table, and why there are none', () => {
    expect(chart.table[1]).toEqual(['week 1', '12', '1 h', '2 h', '4 h'])
    expect(chart.table[3]).toEqual(['week 3', '0', ...new Array(3).fill('—Nothing to measure')])
  })

  it('says when the scale is a log scale', () => {
    expect(chart.text).not.toContain('Log scale')
    expect(chartOf([chartPercentiles(60), chartPercentiles(60 * 1_001)]).text).toContain('Log scale')
  })

  it('is a dot and strokes above it for one point', () => {
    const one = chartOf([null, chartPercentiles(hour, 2 * hour, 4 * hour), null])
    expect(dots(one)).toEqual(['M1 750h.001'])
    expect(one.html).not.toContain('stroke-[1.5]')
    expect(one.attributes('path', 'd')).toEqual(expect.arrayContaining(['M1 750v-250', 'M1 500v-500']))
  })

  it('says why there is nothing to draw', () => {
    const empty = 'No pull request reached production in this period.'
    const none = chartOf([null], empty)
    expect(none.text).toContain(empty)
    expect(none.tags('svg')).toEqual([])
  })
})
