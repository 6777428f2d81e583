import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartWeeks } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { OutcomeBars } from './outcome-bars'

const buckets = chartWeeks({ success: 8, failed: 0 }, { success: 0, failed: 0 }, { success: 4, failed: 2 })
const chart = renderMarkup(createElement(OutcomeBars, { title: 'Deployments a week', buckets, unit: 'deployments' }))
const bars = (html: string) => (html.match(/<rect[^>]* x="[^>]*>/g) ?? []).filter((bar) => bar.includes(' y="'))

describe('bars of outcomes', () => {
  it('draws successes above the axis and failures below it, on one scale, and nothing for none', () => {
    expect(bars(chart.html)).toHaveLength(3)
    expect(bars(chart.html)[0]).toContain('fill-success')
    expect(bars(chart.html)[0]).toMatch(/y="0%".* height="80%"|height="80%".* y="0%"/)
    expect(bars(chart.html)[2]).toContain('y="80%"')
    expect(bars(chart.html)[2]).toContain('height="20%"')
  })

  it('hatches what is partial, and says so', () => {
    const [whole, ...partial] = bars(chart.html)
    expect(whole).not.toContain('url(#')
    expect(partial.map((bar) => bar.match(/fill="url\(#(.*?)\)"/)?.[1])).toEqual(chart.attributes('pattern', 'id'))
    expect(chart.text).toContain('week 3 (in part)')
  })

  it('links each bucket to its rows, under a name that says the figures', () => {
    expect(chart.links.slice(1)).toEqual([
      { href: '/acme/rows?week=1', name: 'week 1: 8 succeeded, 0 failed' },
      { href: '/acme/rows?week=2', name: 'week 2: 0 succeeded, 0 failed' },
      { href: '/acme/rows?week=3', name: 'week 3 (in part): 4 succeeded, 2 failed' },
    ])
  })

  it('has a table of the same figures', () => {
    expect(chart.table).toEqual([
      ['Period', 'Succeeded', 'Failed'],
      ['week 1', '8', '0'],
      ['week 2', '0', '0'],
      ['week 3 (in part)', '4', '2'],
    ])
  })

  it('can be skipped to the table', () => {
    expect(chart.links[0]).toEqual({
      href: `#${chart.attributes('summary', 'id')[0]}`,
      name: 'Skip chart: Deployments a week',
    })
  })

  it('says that there is nothing, instead of drawing it', () => {
    const props = { title: 'Deployments', buckets: chartWeeks({ success: 0, failed: 0 }), unit: 'deployments' }
    const empty = renderMarkup(createElement(OutcomeBars, props))
    expect(empty.text).toContain('No deployments in this period.')
    expect(bars(empty.html)).toEqual([])
    expect(empty.links).toEqual([])
    expect(empty.table).toEqual([])
  })

  it('needs no style and no script', () => {
    expect(chart.html).not.toMatch(/ style=| on[a-z]+=|<script/)
  })
})
