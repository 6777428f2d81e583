import { expect, test } from 'vitest'
import { parseUrl } from './parse-url'

test('is null for what is no URL', () => {
  expect(parseUrl('')).toBeNull()
  expect(parseUrl('/path')).toBeNull()
  expect(parseUrl('https://')).toBeNull()
  expect(parseUrl('/path', 'http://here.invalid')?.href).toBe('http://here.invalid/path')
})

const letters = (count: number) => String.fromCodePoint(...Array.from({ length: count }, (_, index) => 0x4e00 + index))

test.each(['https://', 'https:', 'https:/\\/', '//', '\\/', '  //', 'ht\ttps://', 'https://name:password@'])(
  'parses no host that is longer than names are, after %j',
  (start) => {
    expect(parseUrl(`${start}${letters(301)}/path`, 'http://here.invalid')).toBeNull()
    expect(parseUrl(`${start}${letters(30)}/path`, 'http://here.invalid')?.hostname).toMatch(/^xn--/)
  },
)

test.each(['https://example.com/', 'https://example.com?q=', 'https://example.com#', '/', '?q='])(
  'parses all that may be long, after %j',
  (start) => {
    expect(parseUrl(start + 'a:b'.repeat(500), 'http://here.invalid')).not.toBeNull()
  },
)
