import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { Sparkline } from './sparkline'

function sparkline(kind: 'line' | 'bars', values: (number | null)[], partial: number[] = []) {
  const points = values.map((value, index) => ({
    longLabel: `week ${index + 1}`,
    partial: partial.includes(index),
    value,
    text: value === null ? 'no data' : `${value} h`,
  }))
  return renderMarkup(createElement(Sparkline, { kind, points, words: 'Median per week' }))
}

describe('a series in the space of a word', () => {
  it('is an image with a name, and says each value', () => {
    const { html, text } = sparkline('line', [1, null, 2], [0])
    expect(html).toMatch(/^<svg aria-label="Median per week".* role="img"/)
    expect(text).toBe('week 1 (in part): 1 hweek 2: no dataweek 3: 2 h')
  })

  it('breaks where there is no value; what stands alone, and the last one, are dots', () => {
    const { tags, attributes } = sparkline('line', [5, null, 0, 10, 5])
    expect(tags('polyline')).toHaveLength(1)
    expect(attributes('circle', 'cy')).toEqual(['50%', '50%'])
    expect(attributes('circle', 'cx')).toEqual(['10%', '90%'])
  })

  it('has a hollow dot wherever it is partial', () => {
    const dots = sparkline('line', [1, 2, 3], [0]).tags('circle')
    expect(dots.map((dot) => dot.includes('fill-paper'))).toEqual([true, false])
  })

  it('draws nothing for no value at all', () => {
    const { tags } = sparkline('line', [null, null])
    expect([...tags('circle'), ...tags('polyline')]).toEqual([])
  })

  it('has no bar for 0 or null, and a hatch for what is partial', () => {
    const { attributes, html } = sparkline('bars', [2, 0, null, 1], [0, 3])
    expect(attributes('rect', 'y')).toEqual(['0%', '50%'])
    expect(html.match(/fill="url\(#/g)).toHaveLength(2)
  })
})
