import { expect, test } from 'vitest'
import { parsePullRequestFilters, pullRequestQuery } from './filters'

const parse = (query: string) => parsePullRequestFilters(new URLSearchParams(query))

test('filters are read from a query string and written back', () => {
  const { filters, problems } = parse('?q=+login+&state=undeployed&repository=acme/api&author=Ada+L&other=1')
  expect(filters).toEqual({ q: 'login', state: 'undeployed', repository: 'acme/api', author: 'Ada L' })
  expect(problems).toEqual([])
  expect(parse(pullRequestQuery(filters)).filters).toEqual(filters)
})

test.each(['7', '#42', 'abc', 'grün'])('%j can be searched for', (q) => {
  expect(parse(`q=${encodeURIComponent(q)}`)).toEqual({ filters: { q }, problems: [] })
})

test.each([
  ['state=merged', 'state'],
  ['q=ab', 'q'],
  ['author=%00', 'author'],
  [`repository=${'x'.repeat(301)}`, 'repository'],
])('%s is left out and named', (query, name) => {
  const { filters, problems } = parse(query)
  expect(filters).toEqual({})
  expect(problems).toEqual([{ name, message: expect.any(String) }])
})

test('changes take filters away and add a page', () => {
  expect(pullRequestQuery({ state: 'live', q: 'login' }, { q: null, page: 'older.1.2' })).toBe(
    '?state=live&page=older.1.2',
  )
  expect(pullRequestQuery({})).toBe('')
})
