import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { Sparkline } from './sparkline'

function sparkline(kind: 'line' | 'bars', values: (number | null)[], partial: number[] = []) {
  const words = { words: 'Median per week', days: '2 to 22 Mar 2026', unit: 'seconds' as const }
  return renderMarkup(createElement(Sparkline, { kind, values, partial, ...words }))
}

describe('a series in the space of a word', () => {
  it('is an image with a name, and says each value', () => {
    const { html, text } = sparkline('line', [3_600, null, 7_200], [0])
    expect(html).toMatch(/^<svg aria-label="Median per week".* role="img"/)
    expect(text).toBe('2 to 22 Mar 2026: 1 h, no data, 2 h')
  })

  it('breaks where there is no value; what stands alone, and the last one, are dots', () => {
    const { attributes } = sparkline('line', [5, null, 0, 10, 5])
    expect(attributes('path', 'd')).toEqual(['M2 1000l1-1000l1 500', 'M0 500h.001M4 500h.001'])
  })

  it('has a hollow dot wherever it is partial', () => {
    expect(sparkline('line', [1, 2, 3], [0]).attributes('path', 'd').slice(1)).toEqual([
      'M0 667h.001M2 0h.001',
      'M0 667h.001',
    ])
  })

  it('draws nothing for no value at all', () => {
    expect(sparkline('line', [null, null]).tags('path')).toEqual([])
  })

  it('has no bar for 0 or null, and a hatch for what is partial', () => {
    const { attributes, html } = sparkline('bars', [2, 0, null, 1, 1], [0, 3])
    expect(attributes('path', 'd')).toEqual(['M4 0v-500'])
    expect(html.match(/fill="url\(#/g)).toHaveLength(2)
  })
})
