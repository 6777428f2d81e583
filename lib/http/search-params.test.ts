import { expect, it } from 'vitest'
import { pageOf, withParams } from './search-params'

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

it.each([
  ['', { page: '2' }, '?page=2'],
  ['?range=90d', { only: 'failed', sort: null }, '?range=90d&only=failed'],
  ['?range=90d&sort=slowest', { sort: null }, '?range=90d'],
  ['?sort=slowest', { sort: null }, ''],
  ['sort=slowest', { sort: 'a&b' }, '?sort=a%26b'],
])('"%s" with %o is "%s"', (query, changes, expected) => {
  expect(withParams(query, changes)).toBe(expected)
})
