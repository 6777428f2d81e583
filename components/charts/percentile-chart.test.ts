import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartPercentiles, chartWeeks, weekRows } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { PercentileChart } from './percentile-chart'

const hour = 3_600

function chartOf(percentiles: (ReturnType<typeof chartPercentiles> | null)[], empty?: string) {
  const buckets = chartWeeks(percentiles.length)
  const props = { id: 'lead-time', title: 'Lead time', rows: weekRows, buckets, percentiles, empty }
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
    expect(median).toBe('M5 750 15 1000M35 500 45 500')
    expect(chart.html).toContain('d="M5 500 15 1000 15 1000 5 750zM35 500 45 250 45 500 35 500z"')
  })

  it('draws 0 on the axis, and null nowhere; what is partial is hollow, on a hatch', () => {
    const [all, hollow] = dots(chart)
    expect(all).toBe('M5 750h.1M15 1000h.1M35 500h.1M45 500h.1M55 750h.1')
    expect(hollow).toBe('M55 750h.1')
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
    expect(dots(one)).toEqual(['M15 750h.1'])
    expect(one.html).not.toContain('stroke-[1.5]')
    expect(one.attributes('path', 'd')).toEqual(expect.arrayContaining(['M15 750 15 500', 'M15 500 15 0']))
  })

  it('says why there is nothing to draw', () => {
    const empty = 'No pull request reached production in this period.'
    const none = chartOf([null], empty)
    expect(none.text).toContain(empty)
    expect(none.tags('svg')).toEqual([])
  })
})
