import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { outcomeScale } from '@/lib/insights/charts/outcome-scale'
import { chartWeeks } from '@/lib/testing/chart-buckets'
import { renderMarkup } from '@/lib/testing/markup'
import { SmallMultiple } from './small-multiple'

const busy = chartWeeks({ success: 9, failed: 0 }, { success: 3, failed: 1 })
const quiet = chartWeeks({ success: 3, failed: 0 }, { success: 0, failed: 0 })
const scale = outcomeScale([...busy, ...quiet])
const multipleOf = (title: string, weeks: typeof busy) =>
  renderMarkup(createElement(SmallMultiple, { title, href: `/acme/services/${title}`, weeks, scale }))

describe('one service among others', () => {
  it('is drawn on the scale of all', () => {
    expect(multipleOf('web', busy).html).toContain('height="90%"')
    expect(multipleOf('jobs', quiet).html).toContain('height="30%"')
  })

  it('opens the service', () => {
    expect(multipleOf('web', busy).links).toEqual([{ href: '/acme/services/web', name: 'web' }])
  })
})
