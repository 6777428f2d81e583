import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { SmallMultiples } from './small-multiples'

const common = { note: '12 deployments', wrong: null }
const multiples = [
  { ...common, name: 'web', href: '/acme/services/web', success: [9, 3], failed: [0, 1] },
  { ...common, name: 'jobs', href: '/acme/services/jobs', success: [3, 0], failed: [0, 0], wrong: '1 open incident' },
]
const props = {
  id: 'services',
  title: 'By service',
  legend: '',
  failed: 'failed',
  unit: 'Week' as const,
  names: ['week 1', 'week 2'],
  partial: [],
  multiples,
}
const chart = renderMarkup(createElement(SmallMultiples, props), 'table=services')

describe('services side by side', () => {
  it('are drawn on one scale', () => {
    expect(chart.attributes('path', 'd')).toEqual(['M0 0v-900M1 0v-300', 'M1 0v100', 'M0 0v-300'])
  })

  it('open the service, and say what is wrong with it', () => {
    expect(chart.links).toEqual(multiples.map(({ name, href }) => ({ name, href })))
    expect(chart.text).toContain('12 deployments, 1 open incident')
  })

  it('have their figures in one table', () => {
    expect(chart.table).toEqual([
      ['Week', 'web', 'jobs'],
      ['week 1', '9 succeeded', '3 succeeded'],
      ['week 2', '3 succeeded, 1 failed', '0 succeeded'],
    ])
  })
})
