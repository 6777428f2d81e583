import { describe, expect, it } from 'vitest'
import { readGlobs, touches } from './touches'

describe('the paths of a service', () => {
  it.each([
    ['**', 'a', true],
    ['**', '.github/workflows/ci.yml', true],
    ['services/api/**', 'services/api/src/.env', true],
    ['services/api/**', 'services/api', true],
    ['services/*/**', 'services/README.md', false],
    ['services/*.md', 'services/README.md', true],
    ['services/*.md', 'services/api/README.md', false],
    ['**/*.ts', 'a.ts', true],
    ['**.ts', 'a/b.ts', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['{api,web}/**', 'web/index.ts', true],
    ['app/[org]/**', 'app/[org]/page.tsx', true],
    ['v[0-9]/*', 'v1/a', true],
    ['Services/**', 'services/a', false],
  ])('%j and %j: %j', (glob, path, expected) => {
    expect(touches([glob])([path])).toBe(expected)
  })

  it.each(['{a,a}', '{,a}', '{a,b,c}', '[ab]', '{a{b,c},d}'])(
    'are refused when they stand for too much: %s',
    (part) => {
      const globs = [part.repeat(24), part.repeat(30)]
      expect(readGlobs(globs).refused).toEqual(globs)
      expect(touches(globs)(['a'.repeat(30)])).toBe(false)
    },
  )

  it('are refused where they stand for too much together', () => {
    const globs = Array.from({ length: 9 }, (_, n) => `${n}/${'{a,b}'.repeat(5)}`)
    expect(readGlobs(globs).refused).toEqual(globs.slice(8))
  })

  it.each(['a[b', 'a{b', 'a]b', 'a}b', 'a{1..10}', '[b-a]', 'a\\b', '(a+)+b', 'x'.repeat(300), ''])(
    'match nothing when they cannot be read: %j',
    (glob) => {
      expect(readGlobs([glob, 'a*']).refused).toEqual([glob])
      expect(touches([glob, 'b*'])([glob.slice(0, 1), 'ab'])).toBe(false)
    },
  )

  it('are compared in a time that the lengths bound', () => {
    const hostile = ['*a*a/'.repeat(2), `**/${'a'.repeat(90)}*b`]
    const paths = Array.from({ length: 500 }, (_, n) => `${'a'.repeat(200)}/`.repeat(20) + n)
    expect(touches(hostile)(paths)).toBe(false)
  })
})
