import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { chartWeeks, weekRows } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { Hatches } from './hatches'
import { OutcomeBars } from './outcome-bars'

const common = {
  id: 'deployments',
  title: 'Deployments a week',
  rows: weekRows,
  unit: 'deployments',
  failed: 'failed or rolled back',
}
const outcomes = { success: [8, 0, 4], failed: [0, 0, 2] }
const element = createElement(OutcomeBars, { ...common, buckets: chartWeeks(3), outcomes })
const chart = renderMarkup(element)
const opened = renderMarkup(element, 'range=90d&table=deployments')
const paths = ({ html }: typeof chart) => html.match(/<path class="bar stroke-(success|failure)"[^>]*>/g) ?? []

describe('bars of outcomes', () => {
  it('draws successes above the axis and failures below it, on one scale, in a path each', () => {
    expect(paths(chart)).toEqual([expect.stringContaining('d="M0 0v-800"')])
    const all = createElement(OutcomeBars, { ...common, buckets: { ...chartWeeks(3), partial: [] }, outcomes })
    const [up, down] = paths(renderMarkup(all))
    expect(up).toContain('d="M0 0v-800M2 0v-400"')
    expect(down).toContain('d="M2 0v200"')
  })

  it('hatches what is partial', () => {
    const hatched = chart.tags('rect').filter((tag) => tag.includes('fill="url(#'))
    const ids = hatched.map((tag) => tag.match(/url\(#(.*?)\)/)?.[1])
    expect(ids).toEqual(['hatch-success', 'hatch-failure'])
    expect(renderMarkup(createElement(Hatches)).attributes('pattern', 'id')).toEqual(expect.arrayContaining(ids))
    expect(hatched[0]).toContain('height="40%"')
    expect(hatched[1]).toMatch(/height="20%".* y="80%"/)
  })

  it('is one link to all of its rows, until a bucket is chosen', () => {
    expect(chart.links[0]).toEqual({
      href: '/acme/rows?from=2026-03-02&amp;to=2026-03-22&amp;team=a',
      name: 'Deployments a week',
    })
    expect(chart.text).toContain('Arrow keys')
  })

  it('has no figures until the table is opened, and a link to it for those without scripts', () => {
    expect(chart.table).toEqual([])
    expect(chart.links[1]?.href).toBe('?table=deployments&amp;whole=1#deployments-table')
  })

  it('has a table of the same figures, each with the way to its rows', () => {
    expect(opened.table).toEqual([
      ['Period', 'Succeeded', 'Failed or rolled back'],
      ['week 1', '8', '0'],
      ['week 2', '0', '0'],
      ['week 3 (in part)', '4', '2'],
    ])
    expect(opened.html).toContain('href="/acme/rows?from=2026-03-09&amp;to=2026-03-15&amp;team=a"')
    expect(opened.html).toContain('<details class="chart-table" open="">')
    expect(renderMarkup(element, 'table=another').table).toEqual([])
  })

  it('says that there is nothing, instead of drawing it', () => {
    const none = { buckets: chartWeeks(1), outcomes: { success: [0], failed: [0] } }
    const empty = renderMarkup(createElement(OutcomeBars, { ...common, ...none }))
    expect(empty.text).toContain('No deployments in this period.')
    expect(empty.tags('svg')).toEqual([])
    expect(empty.links).toEqual([])
  })

  it('needs no style and no script', () => {
    expect(opened.html).not.toMatch(/ style=| on[a-z]+=|<script/)
  })
})
