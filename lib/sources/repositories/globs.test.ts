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
    ['a[b', 'is not a valid pattern'],
    ['a{b', 'is not a valid pattern'],
    ['(a+)+b', 'has a sign that stands for nothing here'],
    ['[a]+[a]+b', 'has a sign that stands for nothing here'],
    ['*a*a*a*a*b', 'has too many stars'],
    ['a/*/b/*/c/*/d/*/e/*/f/*', 'has too many stars'],
    ['{a,a}'.repeat(24), 'stand for more than 64 paths'],
    ['{,a}'.repeat(30), 'stand for more than 64 paths'],
    [`${'{a,a}'.repeat(6)}${'a'.repeat(100)}`, 'comes to more than 4000 characters with its braces'],
    ['a{1..10}', 'A range goes from one character'],
    ['a\u0000b', 'has a character that cannot be shown'],
    ['x'.repeat(201), 'has more than 200 characters'],
    ['./', 'is not a valid pattern'],
  ])('refuse %j', (glob, reason) => {
    expect(() => parseGlobs(['fine/**', glob])).toThrow(reason)
  })

  it('are at least one and at most 50', () => {
    expect(() => parseGlobs([' '])).toThrow('at least one')
    const many = Array.from({ length: 51 }, (_, n) => `services/${n}/**`)
    expect(parseGlobs(many.slice(1))).toHaveLength(50)
    expect(() => parseGlobs(many)).toThrow('at most 50')
    expect(() => parseGlobs([...many, 'a['])).toThrow('at most 50')
    const braces = Array.from({ length: 50 }, (_, n) => `${n}/${'{a,b}'.repeat(5)}`)
    expect(() => parseGlobs(braces)).toThrow('more than 4000 characters with their braces written out. Use fewer')
    expect(() => parseGlobs([...braces.slice(1), 'a['])).toThrow('more than 4000 characters')
    expect(parseGlobs(braces.slice(0, 10))).toHaveLength(10)
  })
})
