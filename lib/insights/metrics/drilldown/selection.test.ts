import { describe, expect, it } from 'vitest'
import { findMetric } from '@/lib/insights/metrics/registry'
import { allRows, parseSelection } from './selection'

const parse = (query: string, slug: string) => parseSelection(new URLSearchParams(query), findMetric(slug).rows)

describe('the selection of rows in an address', () => {
  it.each([
    ['change-failure-rate', 'only=failed', { only: 'failed', sort: null }],
    ['change-failure-rate', 'only=counted', { only: 'counted', sort: null }],
    ['lead-time', 'only=counted&sort=slowest', { only: 'counted', sort: 'slowest' }],
    ['throughput', 'only=+counted+&sort=', { only: 'counted', sort: null }],
    ['coverage', '', allRows],
  ] as const)('of %s: "%s"', (slug, query, selection) => {
    expect(parse(query, slug)).toEqual({ selection, problems: [] })
  })

  it.each([
    ['change-failure-rate', 'only=broken', { name: 'only', message: 'must be one of counted, failed' }],
    ['lead-time', 'only=failed', { name: 'only', message: 'must be counted' }],
    ['lead-time', 'sort=fastest', { name: 'sort', message: 'must be slowest' }],
    ['coverage', 'only=counted', { name: 'only', message: 'cannot be given for this metric' }],
    ['throughput', 'sort=slowest', { name: 'sort', message: 'cannot be given for this metric' }],
  ] as const)('is refused of %s: "%s"', (slug, query, problem) => {
    expect(parse(query, slug)).toEqual({ selection: allRows, problems: [problem] })
  })
})
