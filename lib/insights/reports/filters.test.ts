import { describe, expect, test } from 'vitest'
import { comparedDays } from './chosen-days'
import { fixDays, metricQuery, parseMetricFilters } from './filters'

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

describe('weeks, months and quarters', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const parse = (query: string) => parseMetricFilters(new URLSearchParams(query), 'UTC', now)
  const both = (query: string) => {
    const { filters } = parse(query)
    const { firstDay, lastDay } = comparedDays(filters)
    return [`${filters.firstDay} to ${filters.lastDay}`, `${firstDay} to ${lastDay}`]
  }

  test.each([
    ['', '2026-10-28 to 2026-11-26', '2026-09-28 to 2026-10-27'],
    ['period=2026-10', '2026-10-01 to 2026-10-31', '2026-09-01 to 2026-09-30'],
    ['period=2026-q3', '2026-07-01 to 2026-09-30', '2026-04-01 to 2026-06-30'],
    ['period=2026-W47', '2026-11-16 to 2026-11-22', '2026-11-09 to 2026-11-15'],
    // What goes on is compared with as many days.
    ['period=2026-11', '2026-11-01 to 2026-11-26', '2026-10-01 to 2026-10-26'],
    ['period=2026-Q4', '2026-10-01 to 2026-11-26', '2026-07-01 to 2026-08-26'],
    ['period=2026-11&against=year-before', '2026-11-01 to 2026-11-26', '2025-11-01 to 2025-11-26'],
    ['period=2026-Q3&against=year-before', '2026-07-01 to 2026-09-30', '2025-07-01 to 2025-09-30'],
    ['period=2026-Q3&against=2026-Q1', '2026-07-01 to 2026-09-30', '2026-01-01 to 2026-03-31'],
    ['from=2024-02-20&to=2024-02-29&against=year-before', '2024-02-20 to 2024-02-29', '2023-02-20 to 2023-02-28'],
    ['range=7d&against-from=2026-06-01', '2026-11-20 to 2026-11-26', '2026-06-01 to 2026-06-07'],
    [
      'from=2026-11-01&to=2026-11-10&against-from=2026-01-01&against-to=2026-03-01',
      '2026-11-01 to 2026-11-10',
      '2026-01-01 to 2026-03-01',
    ],
    // Days win over a period, and a period over a range.
    ['period=2026-10&range=90d', '2026-10-01 to 2026-10-31', '2026-09-01 to 2026-09-30'],
    ['period=2026-10&from=2026-11-02&to=2026-11-03', '2026-11-02 to 2026-11-03', '2026-10-31 to 2026-11-01'],
  ])('%s is %s, compared with %s', (query, days, before) => {
    expect(parse(query).problems).toEqual([])
    expect(both(query)).toEqual([days, before])
  })

  test.each([
    ['period=2026-12', 'period', 'has not begun'],
    ['period=2026', 'period', 'must be a week, month or quarter such as 2026-W47, 2026-11 or 2026-Q4'],
    ['against=last', 'against', 'must be year-before, or a week, month or quarter'],
    ['period=2026-10&against=2026-10', 'against', 'must begin before the days that it is compared with'],
    ['against-to=2026-01-01', 'against-from', 'must be given with the last day'],
    ['against-from=2026-01-02&against-to=2026-01-01', 'against-to', 'must not be before the first day'],
    ['against-from=2020-01-01&against-to=2026-01-01', 'against-from', 'may have at most 1,100 days'],
  ])('%s is left out and named', (query, name, message) => {
    expect(parse(query).problems).toEqual([{ name, message: expect.stringContaining(message) }])
  })

  test.each([
    '?period=2026-Q3&service=api',
    '?period=2026-11&against=year-before',
    '?range=90d&against=2026-Q1',
    '?from=2026-11-01&to=2026-11-10&against-from=2026-01-01&against-to=2026-03-01&team=Web',
  ])('reads back as it was written: %s', (query) => {
    expect(metricQuery(parse(query).filters)).toBe(query)
  })

  test('other days leave the period and what it was compared with behind, but for the year before', () => {
    const { filters } = parse('period=2026-Q3&against=2026-Q1&service=api')
    expect(metricQuery(filters, { preset: '7d' })).toBe('?range=7d&service=api')
    expect(metricQuery(parse('period=2026-Q3&against=year-before').filters, { preset: '30d' })).toBe(
      '?against=year-before',
    )
  })

  test('can be fixed to their dates, and compare with the same', () => {
    const fixed = fixDays(parse('period=2026-11').filters)
    expect(metricQuery(fixed)).toBe('?from=2026-11-01&to=2026-11-26&against-from=2026-10-01&against-to=2026-10-26')
    expect(metricQuery(fixDays(parse('range=7d').filters))).toBe('?from=2026-11-20&to=2026-11-26')
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
