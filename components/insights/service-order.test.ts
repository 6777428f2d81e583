import { expect, test } from 'vitest'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import { parseServiceOrder, sortServices } from './service-order'

const service = (name: string, leadTimeP50Seconds: number | null) =>
  ({ service: name, leadTimeP50Seconds }) as ServiceHealth

test('an address may name an order', () => {
  expect(parseServiceOrder('lead-time')).toBe('lead-time')
  expect(parseServiceOrder('constructor')).toBe('frequency')
  expect(parseServiceOrder(null)).toBe('frequency')
})

test('the largest number is first, what has none is last, also behind a 0', () => {
  const services = [service('none', null), service('zero', 0), service('slow', 90), service('also none', null)]
  const names = sortServices(services, 'lead-time').map(({ service: name }) => name)
  expect(names).toEqual(['slow', 'zero', 'none', 'also none'])
})
