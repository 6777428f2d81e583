import { expect, it } from 'vitest'
import { markPlace } from './mark-place'

it('stands in the middle of its bucket, and does not grow with it for ever', () => {
  expect(markPlace(1, 20, 0.5, 0.1)).toEqual({ x: 0.0625, width: 0.025 })
  expect(markPlace(1, 2, 0.5, 0.125)).toEqual({ x: 0.6875, width: 0.125 })
})
