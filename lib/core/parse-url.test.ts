import { expect, test } from 'vitest'
import { parseUrl } from './parse-url'

test('is null for what is no URL', () => {
  expect(parseUrl('')).toBeNull()
  expect(parseUrl('/path')).toBeNull()
  expect(parseUrl('https://')).toBeNull()
  expect(parseUrl('/path', 'http://here.invalid')?.href).toBe('http://here.invalid/path')
})
