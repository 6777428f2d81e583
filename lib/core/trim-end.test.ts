import { expect, it } from 'vitest'
import { trimEnd } from './trim-end'

it.each([
  ['a//', '/', 'a'],
  ['/a', '/', '/a'],
  ['//', '/', ''],
  ['', '/', ''],
  ['a \t\n', ' \t\r\n', 'a'],
])('of %j without %j at its end is %j', (text, characters, trimmed) => {
  expect(trimEnd(text, characters)).toBe(trimmed)
})
