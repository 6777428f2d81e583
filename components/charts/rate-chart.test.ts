import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { ChartGoal } from '@/lib/insights/charts/chart-goal'
import { chartWeeks, weekRows } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { RateChart } from './rate-chart'

function chartOf(rates: (number | null)[], counts: number[], goals: ChartGoal[] = []) {
  const buckets = chartWeeks(rates.length)
  const props = { id: 'rate', title: 'Change failure rate', rows: weekRows, buckets, rates, counts, goals }
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

  it('names a goal where it begins, and one that begins late at its end', () => {
    const goal = { id: 1, words: 'Goal 20%', value: 0.2, last: 4 }
    const [early, late] = [3, 4].map(
      (first) =>
        chartOf([0, 0, 0, 0, 0.25], [1, 1, 1, 1, 1], [{ ...goal, label: 'Goal', first }]).html.match(
          /<text[^>]*>Goal</,
        )?.[0],
    )
    expect(early).toContain('x="60%"')
    expect(early).not.toContain('text-anchor')
    expect(late).toMatch(/text-anchor="end" x="100%"/)
  })

  it('lists the first annotations of a week, and how many more it has', () => {
    const marks = Array.from({ length: 8 }, (_, index) => ({ id: index, words: `Freeze: ${index}`, first: 0, last: 1 }))
    const buckets = { ...chartWeeks(3), marks: [...marks, { id: 8, words: 'Launch: two', first: 2, last: 2 }] }
    const props = { id: 'rate', title: 'Rate', rows: weekRows, buckets, rates: [0, 0, 0], counts: [4, 2, 1], goals: [] }
    const { table } = renderMarkup(createElement(RateChart, props), 'table=rate')
    const first = 'Freeze: 0; Freeze: 1; Freeze: 2; Freeze: 3; Freeze: 4; Freeze: 5; and 2 more'
    expect(table.map((cells) => cells.at(-1))).toEqual(['Annotations', first, first, 'Launch: two'])
  })

  it('says that there was no deployment', () => {
    expect(chartOf([null], [0]).text).toContain('No deployment in this period.')
  })
})
