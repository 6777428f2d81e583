import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureJson } from './count-json-values'

test('measures any JSON, however it is spaced', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom('', ' ', '\n\t'), (value, spaces) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value, null, spaces))
      expect(measureJson(bytes)).toEqual({ values: valuesOf(value), depth: depthOf(value) })
    }),
    { numRuns: 2_000 },
  )
})

test.each(['"', '"\\', '[', '{"a":', ']'])('ends with what is no JSON: %s', (text) => {
  expect(measureJson(new TextEncoder().encode(text)).values).toBeLessThan(4)
})

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, child) => sum + valuesOf(child), 1)
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
