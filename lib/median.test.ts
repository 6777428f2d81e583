import { expect, it } from 'vitest'
import { median } from './median'

it.each([
  [[], null],
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[-10, 10], 0],
])('the median of %j is %j', (values, expected) => {
  expect(median(values)).toBe(expected)
})
