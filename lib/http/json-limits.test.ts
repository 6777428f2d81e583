import { describe, expect, test } from 'vitest'
import { checkJsonLimits } from './json-limits'

const tooDeep = 'body is nested deeper than 32 levels'
const tooMany = 'body has more than 10,000 values'
const longKey = 'body has an object key of more than 128 characters'
const nul = 'body has text with a NUL character'
const surrogate = 'body has text with a lone surrogate'
const outOfRange = 'body has a number that is out of range'

const nestedArrays = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const nestedObjects = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`)

describe('what may pass', () => {
  test.each([
    ['null', null],
    ['a number', 1.5e308],
    ['negative zero', -0],
    ['text', 'é 漢 😀 \u0001 \u007f \ufffe'],
    ['an empty object', {}],
    ['an empty array', []],
    ['an empty key', { '': 1 }],
    [
      'keys with names of Object.prototype',
      JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":[],"length":3}'),
    ],
    ['a key of 128 characters', { ['k'.repeat(128)]: 1 }],
    ['a long text', 'x'.repeat(1_000_000)],
  ])('%s', (_name, value) => {
    expect(checkJsonLimits(value)).toBeNull()
  })
})

describe('nesting, the outermost object or array being level 1', () => {
  test.each([
    [1, null],
    [31, null],
    [32, null],
    [33, tooDeep],
    [1_000_000, tooDeep],
  ])('%i levels → %s', (depth, expected) => {
    expect(checkJsonLimits(nestedArrays(depth))).toBe(expected)
    expect(checkJsonLimits(nestedObjects(depth))).toBe(expected)
  })

  test('a scalar in level 32 is not a level', () => {
    expect(checkJsonLimits(JSON.parse(`${'['.repeat(32)}1${']'.repeat(32)}`))).toBeNull()
  })
})

describe('number of values, objects and arrays included', () => {
  test.each([
    [10_000, null],
    [10_001, tooMany],
    [150_000, tooMany],
  ])('%i values → %s', (count, expected) => {
    expect(checkJsonLimits(new Array(count - 1).fill(0))).toBe(expected)
    expect(checkJsonLimits(Object.fromEntries(new Array(count - 1).fill(0).map((zero, i) => [`k${i}`, zero])))).toBe(
      expected,
    )
  })

  test.each([
    [5000, null],
    [5001, tooMany],
  ])('the array that holds them, %i arrays and a value in all but one of these → %s', (count, expected) => {
    expect(checkJsonLimits([[], ...new Array(count - 1).fill([0])])).toBe(expected)
  })
})

describe('what PostgreSQL cannot store', () => {
  test.each([
    ['NUL in a text', '"a\\u0000b"', nul],
    ['NUL in a key', '{"a\\u0000b":1}', nul],
    ['NUL in an array', '["ok",["\\u0000"]]', nul],
    ['a high surrogate alone', '"\\ud83d"', surrogate],
    ['a low surrogate alone', '"\\ude00"', surrogate],
    ['surrogates in the wrong order', '{"a":{"b":"\\ude00\\ud83d"}}', surrogate],
    ['a lone surrogate after a pair', '"\\ud83d\\ude00\\ud83d"', surrogate],
    ['a lone surrogate in a key', '{"\\udfff":1}', surrogate],
    ['a lone surrogate below __proto__', '{"__proto__":{"a":"\\ud800"}}', surrogate],
    ['a number beyond every limit', '{"a":[1e999]}', outOfRange],
    ['a negative number beyond every limit', '-1e999', outOfRange],
  ])('%s', (_name, json, expected) => {
    expect(checkJsonLimits(JSON.parse(json))).toBe(expected)
  })

  test('a surrogate pair is a character', () => {
    expect(checkJsonLimits(JSON.parse('{"\\ud83d\\ude00":"\\ud83d\\ude00"}'))).toBeNull()
  })
})

test.each([
  [128, null],
  [129, longKey],
])('an object key of %i characters → %s', (length, expected) => {
  expect(checkJsonLimits({ a: [{ ['k'.repeat(length)]: 1 }] })).toBe(expected)
})
