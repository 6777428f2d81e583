import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkJsonLimits } from './json-limits'

const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\ud800', '\udc00', '__proto__', 'toString'),
)

const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    hostileText,
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.array(fc.tuple(hostileText, tie('value')), { maxLength: 4 }).map(Object.fromEntries),
})).value

const unstorable = /\\u0000|\\ud[89a-f]/

test('agrees on every small value with JSON.stringify, which escapes NUL and lone surrogates', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const numbersAreFinite = !containsInfinity(value)
      const textIsStorable = !unstorable.test(JSON.stringify(value).replaceAll('\\\\', ''))
      expect(checkJsonLimits(value) === null).toBe(numbersAreFinite && textIsStorable)
    }),
    { numRuns: 2000 },
  )
})

function containsInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(containsInfinity)
}

test('a value is left as it was', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const before = JSON.stringify(value)
      checkJsonLimits(value)
      expect(JSON.stringify(value)).toBe(before)
    }),
  )
})

test('how deep a value is decides, whatever its levels are made of', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (levels) => {
      const value = levels.reduce<unknown>((inner, isArray) => (isArray ? [0, inner] : { a: 0, b: inner }), null)
      expect(checkJsonLimits(value) === null).toBe(levels.length <= 32)
    }),
  )
})
