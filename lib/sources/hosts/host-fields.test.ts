import { expect, test } from 'vitest'
import { z } from 'zod'
import { addressField, listField, nameField } from './host-fields'

test('a list holds what its items become', () => {
  expect(listField(z.int().transform(String), 2).parse([1, 2])).toEqual(['1', '2'])
})

test('no item of a list is looked at where there are too many, nor after the first that does not fit', () => {
  const seen: unknown[] = []
  const item = z.object({ id: z.unknown().refine((id) => seen.push(id) && typeof id === 'number') })
  const list = z.object({ items: listField(item, 3) })
  expect(list.safeParse({ items: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }] }).success).toBe(false)
  expect(seen).toEqual([])
  const { error } = list.safeParse({ items: [{ id: 1 }, { id: 'x' }, { id: 'y' }] })
  expect(error?.issues.map(({ path }) => path)).toEqual([['items', 1, 'id']])
  expect(seen).toEqual([1, 'x'])
})

test('an address that is too long is not parsed', () => {
  const isWrong = (text: string) => addressField.safeParse(text).error?.issues.map(({ code }) => code)
  expect(isWrong(`https://x/${'é'.repeat(2_000)}`)).toBeUndefined()
  expect(isWrong('ftp://x')).toEqual(['custom'])
  expect(isWrong(`ftp://x/${'é'.repeat(3_000)}`)).toEqual(['too_big'])
})

test.each(['', 'x'.repeat(1_001), 'a\u0000b', 'a\nb', 'a\ud800b'])(
  'a name that nothing can have is not understood',
  (name) => {
    expect(nameField.safeParse(name).success).toBe(false)
    expect(nameField.safeParse('release/ü 🚀').success).toBe(true)
  },
)
