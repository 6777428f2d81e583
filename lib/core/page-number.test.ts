import { describe, expect, it } from 'vitest'
import { pageOfRows } from './page-number'

describe('a page of rows', () => {
  const rows = Array.from({ length: 101 }, (_, index) => `row ${index + 1}`)

  it.each([
    [1, 1, 'row 1', 'row 50'],
    [2, 2, 'row 51', 'row 100'],
    [3, 3, 'row 101', 'row 101'],
    [4, 3, 'row 101', 'row 101'],
  ])('%s is page %i, %s to %s', (requested, page, first, last) => {
    const found = pageOfRows(rows, requested)
    expect([found.page, found.pages, found.rows[0], found.rows.at(-1)]).toEqual([page, 3, first, last])
    expect([rows[found.first - 1], rows[found.last - 1]]).toEqual([first, last])
  })

  it('of none is the first of one', () => {
    expect(pageOfRows([], 2)).toEqual({ rows: [], first: 1, last: 0, page: 1, pages: 1 })
  })
})
