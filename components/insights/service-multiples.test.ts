import { createElement } from 'react'
import { expect, test } from 'vitest'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { renderMarkup } from '@/lib/testing/markup'
import { defaultSettings } from '@/lib/testing/metric-samples'
import { periodOf } from '@/lib/time/period'
import { type DrawnService, ServiceMultiples } from './service-multiples'

const now = new Date('2026-03-20T12:00:00Z')
const { filters } = parseMetricFilters(new URLSearchParams('from=2026-03-02&to=2026-03-15'), 'UTC', now)
const period = periodOf(filters.firstDay, filters.lastDay, 'UTC', now)

function drawn(service: string, deployments: number, success: number, failed: number): DrawnService {
  return {
    service,
    deployments,
    perPart: [
      { success, failed },
      { success: 0, failed: 0 },
    ],
    note: `${deployments} of it`,
  }
}

const multiplesOf = (services: DrawnService[], rolledBackFails = true) =>
  renderMarkup(
    createElement(ServiceMultiples, {
      services,
      report: { period, settings: { ...defaultSettings, rolledBackFails } },
      hrefOf: (service: string) => `/acme/services/${service}`,
    }),
    'table=services',
  )

test('services stand side by side, their figures in one table', () => {
  const { links, table, text } = multiplesOf([drawn('web', 4, 3, 1), drawn('api', 2, 2, 0)])
  expect(links.map(({ name }) => name)).toEqual(['web', 'api'])
  expect(table).toEqual([
    ['Week', 'web', 'api'],
    ['2 to 8 Mar 2026', '3 succeeded, 1 failed or rolled back', '2 succeeded'],
    ['9 to 15 Mar 2026', '0 succeeded', '0 succeeded'],
  ])
  expect(text).toContain('4 of it')
  expect(text).not.toContain('in no bar')
})

test('the legend says what counts as failed', () => {
  const services = [drawn('web', 4, 3, 1), drawn('api', 2, 2, 0)]
  expect(multiplesOf(services).text).toContain('failed or rolled back below.')
  expect(multiplesOf(services, false).text).toContain('succeeded above the line, failed below.')
})

test('deployments that are in no bar are mentioned', () => {
  const services = [drawn('web', 5, 3, 1), drawn('api', 3, 2, 0)]
  expect(multiplesOf(services).text).toContain('2 cancelled, in no bar.')
  expect(multiplesOf(services, false).text).toContain('2 cancelled or rolled back, in no bar.')
})

test('open incidents are counted, as in the list', () => {
  const [one, two] = [drawn('web', 5, 3, 1), drawn('api', 3, 2, 0)]
  const { text } = multiplesOf([
    { ...one, openIncidents: 1 },
    { ...two, openIncidents: 2 },
  ])
  expect(text).toContain('5 of it, 1 open incident')
  expect(text).toContain('3 of it, 2 open incidents')
})

test('no more than the busiest are drawn, and one alone is not', () => {
  const many = Array.from({ length: 10 }, (_, index) => drawn(`service-${index}`, 1, 1, 0))
  expect(multiplesOf(many).links).toHaveLength(8)
  expect(multiplesOf(many).text).toContain('the busiest 8 of 10 services')
  expect(multiplesOf(many.slice(0, 1)).html).toBe('')
})
