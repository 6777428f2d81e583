import { type ComponentProps, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { Sparkline } from './sparkline'

const sparkline = (props: Omit<ComponentProps<typeof Sparkline>, 'label'>) =>
  renderMarkup(createElement(Sparkline, { label: 'Lead time by week', ...props }))

describe('a series in the space of a word', () => {
  it('is an image with a name', () => {
    expect(sparkline({ kind: 'line', values: [1] }).html).toMatch(/^<svg aria-label="Lead time by week".* role="img"/)
  })

  it('breaks where there is no value; what stands alone, and the last one, are dots', () => {
    const { tags, attributes } = sparkline({ kind: 'line', values: [5, null, 0, 10, 5] })
    expect(tags('polyline')).toHaveLength(1)
    expect(attributes('circle', 'cy')).toEqual(['50%', '50%'])
    expect(attributes('circle', 'cx')).toEqual(['10%', '90%'])
  })

  it('draws nothing for no value at all', () => {
    const { tags } = sparkline({ kind: 'line', values: [null, null] })
    expect([...tags('circle'), ...tags('polyline')]).toEqual([])
  })

  it('has no bar for 0 or null, and a hatch for what is partial', () => {
    const { attributes, html } = sparkline({ kind: 'bars', partialLast: true, values: [2, 0, null, 1] })
    expect(attributes('rect', 'y')).toEqual(['0%', '50%'])
    expect(html.match(/fill="url\(#/g)).toHaveLength(1)
  })
})
