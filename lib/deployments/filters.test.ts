import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterNames, historyQuery, isFiltered, parseDeploymentFilters, parseHistoryFilters } from './filters'
import { deploymentStatuses } from './schema'

const parse = (query: string) => parseDeploymentFilters(new URLSearchParams(query))

describe('filters of the deployment history', () => {
  it('are read from the query string, blank ones as not given', () => {
    const { filters, problems } = parse(
      'environment=production&service=&status=failure&from=2026-03-01&to=2026-03-31&q=+api-1+&page=x&other=1',
    )
    expect(problems).toEqual([])
    expect(filters).toEqual({
      environment: 'production',
      status: 'failure',
      from: '2026-03-01',
      to: '2026-03-31',
      q: 'api-1',
    })
    expect([isFiltered(filters), isFiltered(parse('q=').filters)]).toEqual([true, false])
  })

  it.each([
    ['status=done', 'status', 'must be one of pending'],
    ['from=yesterday', 'from', 'must be a date such as 2026-03-31'],
    ['to=2026-02-30', 'to', 'is not in the calendar'],
    ['from=0001-01-01', 'from', 'must be a date'],
    ['from=2026-03-02&to=2026-03-01', 'to', 'must not be before the first day'],
    ['branch=a%00b', 'branch', 'contains a character'],
    [`service=${'x'.repeat(1025)}`, 'service', 'at most 1,024 characters'],
  ])('leave out what cannot be understood and say why: %s', (query, name, message) => {
    const { filters, problems } = parse(query)
    expect(problems).toEqual([{ name, message: expect.stringContaining(message) }])
    expect(filters).not.toHaveProperty(name)
  })

  it.each([
    ['', { production: true }],
    ['environment=', { production: true }],
    ['environment=*', {}],
    ['environment=staging', { environment: 'staging' }],
  ])('mean production on the pages of the history unless the address says otherwise: "%s"', (query, filters) => {
    expect(parseHistoryFilters(new URLSearchParams(query)).filters).toEqual(filters)
    expect(parse('').filters).toEqual({})
  })

  it('become a query string that says the same, in one order', () => {
    expect(historyQuery({ q: 'a b', environment: 'production' })).toBe('?q=a+b&environment=production')
    expect(historyQuery({ environment: 'production' }, { environment: null })).toBe('')
    expect(historyQuery({ branch: 'a&b=c', production: true }, { page: 'oldest' })).toBe(
      '?branch=a%26b%3Dc&page=oldest',
    )
    const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-02-${String(date).padStart(2, '0')}`)
    const text = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }).filter((value) => !/^\s*$|\0/.test(value))
    const filters = fc.record(
      {
        environment: text,
        service: text,
        branch: text,
        triggeredBy: text,
        status: fc.constantFrom(...deploymentStatuses),
        from: day,
        production: fc.constant(true as const),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(filters, ({ environment, ...given }) => {
        const meant = given.production || environment === undefined ? given : { ...given, environment }
        const query = new URLSearchParams(historyQuery(meant))
        expect(parseHistoryFilters(query).filters).toEqual(meant)
      }),
    )
  })

  it('never throw, whatever is in the query string', () => {
    const params = fc.array(fc.tuple(fc.constantFrom(...filterNames), fc.string({ unit: 'binary' })))
    fc.assert(fc.property(params, (entries) => void parseDeploymentFilters(new URLSearchParams(entries))))
  })
})
