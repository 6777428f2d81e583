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
  ])('%j and %j: %j', async (glob, path, expected) => {
    expect(await touches([glob])([path])).toBe(expected)
  })

  it.each(['{a,a}', '{,a}', '{a,b,c}', '[ab]', '{a{b,c},d}'])(
    'are refused when they stand for too much: %s',
    async (part) => {
      const globs = [part.repeat(24), part.repeat(30)]
      expect(readGlobs(globs).refused).toEqual(globs)
      expect(await touches(globs)(['a'.repeat(30)])).toBe(false)
    },
  )

  it.each([
    ['choices', (n: number) => `${n}/${'{a,b}'.repeat(5)}`],
    ['names', (n: number) => `${String(n).padStart(2, '0')}/${'a'.repeat(190)}`],
    ['brackets', (n: number) => `${String(n).padStart(2, '0')}/[${'ab.'.repeat(60)}]`],
  ])('are refused where they come to more than 4,000 characters together: %s', (_, glob) => {
    const globs = Array.from({ length: 50 }, (_, n) => glob(n))
    const { refused } = readGlobs(globs)
    expect(refused.length).toBeGreaterThan(10)
    expect(refused).toEqual(globs.slice(-refused.length))
  })

  it.each(['a[b', 'a{b', 'a]b', 'a}b', 'a{1..10}', '[b-a]', 'a\\b', '(a+)+b', 'x'.repeat(300), ''])(
    'match nothing when they cannot be read: %j',
    async (glob) => {
      expect(readGlobs([glob, 'a*']).refused).toEqual([glob])
      expect(await touches([glob, 'b*'])([glob.slice(0, 1), 'ab'])).toBe(false)
    },
  )

  it('are compared with all of them at once, and leave turns to everything else', async () => {
    const hostile = Array.from({ length: 25 }, (_, n) => `**/*${'a'.repeat(120)}${String.fromCharCode(0x4e00 + n)}*b`)
    expect(readGlobs(hostile).refused).toEqual([])
    const paths = Array.from({ length: 97 }, (_, n) => `${'a'.repeat(n + 1)}b/`.repeat(4_096).slice(0, 4_096))
    let turns = 0
    const turn = () => {
      turns += 1
      waiting = setImmediate(turn)
    }
    let waiting = setImmediate(turn)
    expect(await touches(hostile)(paths)).toBe(false)
    clearImmediate(waiting)
    expect(turns).toBeGreaterThan(1)
  })

  it.each([
    ['files', Array.from({ length: 3_001 }, (_, n) => `b/${n}`)],
    ['characters of a path', ['b'.repeat(4_097)]],
    ['characters in all', Array.from({ length: 101 }, (_, n) => `${n}`.padEnd(4_000, 'b'))],
  ])('count as touched, as unknown ones do, by a stored change of too many %s', async (_, paths) => {
    expect(await touches(['a/**'])(paths)).toBe(true)
    expect(await touches(['a/**'])(paths.slice(1))).toBe(false)
  })
})
