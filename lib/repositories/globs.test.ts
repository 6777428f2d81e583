import { describe, expect, it } from 'vitest'
import { parseGlobs } from './globs'

describe('paths of a service', () => {
  it('are kept as written, without blanks, doubles and a leading ./', () => {
    expect(parseGlobs([' services/api/** ', '', './libs/*.ts', 'libs/*.ts', '{a,b}/**', 'c++/**/[a-z].h'])).toEqual([
      'services/api/**',
      'libs/*.ts',
      '{a,b}/**',
      'c++/**/[a-z].h',
    ])
  })

  it('with a slash at the end mean all that is in the folder', () => {
    expect(parseGlobs(['services/api/'])).toEqual(['services/api/**'])
  })

  it.each([
    ['/services/**', 'begins with a slash'],
    ['../other/**', 'has “..” in it'],
    ['a/../b', 'has “..” in it'],
    ['a\\b', 'has a backslash'],
    ['!docs/**', 'begins with “!”'],
    ['a[b', 'is no glob'],
    ['a{b', 'is no glob'],
    ['(a+)+b', 'has a sign that stands for nothing here'],
    ['[a]+[a]+b', 'has a sign that stands for nothing here'],
    ['*a*a*a*a*b', 'has too many stars'],
    ['a/*/b/*/c/*/d/*/e/*/f/*', 'has too many stars'],
    ['a\u0000b', 'has a character that cannot be shown'],
    ['x'.repeat(201), 'has more than 200 characters'],
    ['./', 'is no glob'],
  ])('refuse %j', (glob, reason) => {
    expect(() => parseGlobs(['fine/**', glob])).toThrow(reason)
  })

  it('are at least one and at most 50', () => {
    expect(() => parseGlobs([' '])).toThrow('at least one')
    const many = Array.from({ length: 51 }, (_, n) => `services/${n}/**`)
    expect(parseGlobs(many.slice(1))).toHaveLength(50)
    expect(() => parseGlobs(many)).toThrow('at most 50')
  })
})
