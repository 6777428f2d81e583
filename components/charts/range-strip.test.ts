import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartPercentiles } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { RangeStrip } from './range-strip'

const hour = 3_600

function stripOf(...percentiles: (ReturnType<typeof chartPercentiles> | null)[]) {
  const rows = percentiles.map((each, index) => ({
    label: `service-${index + 1}`,
    href: index === 0 ? '/acme/services/service-1' : null,
    percentiles: each,
  }))
  return renderMarkup(createElement(RangeStrip, { id: 'strip', title: 'Lead time by service', rows }), 'table=strip')
}

const strip = stripOf(chartPercentiles(hour, 2 * hour, 4 * hour), null, chartPercentiles(2 * hour))

describe('ranges on one scale', () => {
  it('has a dot at each median, and none where there is nothing to measure', () => {
    expect(strip.attributes('path', 'd').filter((d) => d.endsWith('h.001'))).toEqual([
      'M24.5 500h.001',
      'M49.5 500h.001',
    ])
    expect(strip.text).toContain('—Nothing to measure')
  })

  it('links where there are rows, and says the same in a table', () => {
    expect(strip.links).toEqual([{ href: '/acme/services/service-1', name: 'service-1' }])
    expect(strip.table.slice(1)).toEqual([
      ['service-1', '12', '1 h', '2 h', '4 h'],
      ['service-2', '0', ...new Array(3).fill('—Nothing to measure')],
      ['service-3', '12', '2 h', '2 h', '2 h'],
    ])
  })

  it('says when the scale is a log scale, and when there is nothing', () => {
    expect(strip.text).not.toContain('Log scale')
    expect(stripOf(chartPercentiles(1), chartPercentiles(1_001)).text).toContain('Log scale')
    expect(stripOf(null, null).text).toContain('Nothing to measure in this period.')
  })
})
