import { describe, expect, test } from 'vitest'
import { metricQuery, parseMetricFilters } from './filters'

const now = new Date('2026-03-31T12:00:00Z')
const parse = (query: string, timeZone = 'UTC') => parseMetricFilters(new URLSearchParams(query), timeZone, now)
const days = (query: string, timeZone?: string) => {
  const { firstDay, lastDay, preset } = parse(query, timeZone).filters
  return [firstDay, lastDay, preset]
}

describe('the days of a report', () => {
  test('are the last 30 with today, unless something else is requested', () => {
    expect(days('')).toEqual(['2026-03-02', '2026-03-31', '30d'])
    expect(days('range=7d')).toEqual(['2026-03-25', '2026-03-31', '7d'])
    expect(days('range=365d')).toEqual(['2025-04-01', '2026-03-31', '365d'])
  })

  test('end today in the time zone of the organization', () => {
    expect(days('range=7d', 'Pacific/Kiritimati')).toEqual(['2026-03-26', '2026-04-01', '7d'])
  })

  test('that are given win over a range', () => {
    expect(days('range=7d&from=2026-01-01&to=2026-01-31')).toEqual(['2026-01-01', '2026-01-31', null])
    expect(days('from=2026-03-31&to=2026-03-31')).toEqual(['2026-03-31', '2026-03-31', null])
  })

  test('with one end reach today, or 30 days back', () => {
    expect(days('from=2026-03-01')).toEqual(['2026-03-01', '2026-03-31', null])
    expect(days('to=2026-01-31')).toEqual(['2026-01-02', '2026-01-31', null])
  })

  test('are at most 1,100', () => {
    expect(days('from=2023-03-28&to=2026-03-31')).toEqual(['2023-03-28', '2026-03-31', null])
    const { filters, problems } = parse('from=2023-03-27&to=2026-03-31')
    expect(filters.firstDay).toBe('2026-03-02')
    expect(problems).toEqual([{ name: 'from', message: 'must be within 1,100 days of the last day' }])
  })

  test.each([
    ['from=2026-04-01', 'from', 'must not be after today, 2026-03-31', ['2026-03-02', '2026-03-31', '30d']],
    ['from=2026-03-10&to=2026-04-01', 'to', 'must not be after today, 2026-03-31', ['2026-03-10', '2026-03-31', null]],
    ['from=2026-03-10&to=2026-03-09', 'to', 'must not be before the first day', ['2026-03-10', '2026-03-31', null]],
    ['from=2026-02-30', 'from', 'is not in the calendar', ['2026-03-02', '2026-03-31', '30d']],
    ['to=yesterday', 'to', 'must be a date such as 2026-03-31', ['2026-03-02', '2026-03-31', '30d']],
    ['lead-time=review', 'lead-time', 'must be one of merge, first-commit', ['2026-03-02', '2026-03-31', '30d']],
    ['range=31d', 'range', 'must be one of 7d, 30d, 90d, 365d', ['2026-03-02', '2026-03-31', '30d']],
  ])('leave out %s', (query, name, message, left) => {
    expect(parse(query).problems).toEqual([{ name, message }])
    expect(days(query)).toEqual(left)
  })

  test('name two ends that are both after today', () => {
    expect(parse('from=2026-04-01&to=2026-04-02').problems.map(({ name }) => name)).toEqual(['from', 'to'])
  })
})

test('names are read as metrics group them', () => {
  const { filters, problems } = parse('service=%20API%20&environment=Production&repository=Acme/API&team=%20Web%20')
  expect(filters).toMatchObject({ service: 'api', environment: 'production', repository: 'Acme/API', team: 'Web' })
  expect(problems).toEqual([])
  expect(parse(`service=${'a'.repeat(300)}`).filters.service).toHaveLength(200)
  expect(parse('service=a%00b').problems).toEqual([
    { name: 'service', message: 'contains a character that no name has' },
  ])
  expect(parse('service=%20').filters.service).toBeNull()
  expect(parse('service=%C3%9CBER').filters.service).toBe('Über')
  expect(parse('service=%C2%A0api').filters.service).toBe('\u00a0api')
})

describe('the query string', () => {
  const { filters } = parse('range=90d&service=api')

  test.each([
    '',
    '?range=90d&service=api',
    '?from=2026-01-01&to=2026-01-31&repository=acme%2Fapi&team=Web',
    '?service=api&lead-time=merge',
  ])('reads back as it was written: %s', (query) => {
    expect(metricQuery(parse(query).filters)).toBe(query)
  })

  test('takes changes', () => {
    expect(metricQuery(filters, { service: null })).toBe('?range=90d')
    expect(metricQuery(filters, { preset: '30d' })).toBe('?service=api')
    expect(metricQuery(filters, { firstDay: '2026-03-01', lastDay: '2026-03-07' })).toBe(
      '?from=2026-03-01&to=2026-03-07&service=api',
    )
  })
})
