import { expect, test } from 'vitest'
import { z } from 'zod'
import { parse } from './parse'

const schema = z.object({
  name: z.string().max(3, 'Use at most 3 characters'),
  kind: z.enum(['a', 'b']),
  count: z.int(),
})

test.each([
  [{ kind: 'a', count: 1 }, 'name is missing'],
  [{ name: 'long', kind: 'a', count: 1 }, 'Use at most 3 characters'],
  [{ name: 'x', kind: 'c', count: 1 }, 'kind is not valid'],
  [{ name: 'x', kind: 'a', count: '1' }, 'count is not valid'],
  [null, 'The input is missing'],
])('%j: %s', (input, message) => {
  expect(() => parse(schema, input)).toThrow(message)
})
