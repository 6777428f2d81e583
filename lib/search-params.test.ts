import { expect, it } from 'vitest'
import { pageOf } from './search-params'

it.each([
  ['', 1],
  ['page=1', 1],
  ['page=12', 12],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=2.7', 1],
  ['page=Infinity', 1],
  ['page=older', 1],
])('"%s" asks for page %i', (query, page) => {
  expect(pageOf(new URLSearchParams(query))).toBe(page)
})
