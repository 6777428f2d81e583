import { expect, test } from 'vitest'
import { collectBytes } from './collect-bytes'

test('pieces come together in order', () => {
  const collected = collectBytes()
  expect(collected.bytes()).toEqual(Buffer.alloc(0))
  for (const piece of ['ab', '', 'cdefg', 'h']) expect(collected.add(Buffer.from(piece))).toBe(true)
  expect(String(collected.bytes())).toBe('abcdefgh')
})

test('large and small pieces come together in order', () => {
  const collected = collectBytes()
  const pieces = [10, 5_000, 10, 4_000, 4_000, 4_000, 4_000, 4_000, 20_000, 1].map((size, index) =>
    Buffer.alloc(size, index),
  )
  for (const piece of pieces) expect(collected.add(piece)).toBe(true)
  expect(collected.bytes().equals(Buffer.concat(pieces))).toBe(true)
})

test('a large body of ordinary pieces is fine, one of single bytes is not', () => {
  const ordinary = collectBytes()
  for (let piece = 0; piece < 1_000; piece += 1) expect(ordinary.add(Buffer.alloc(1_400))).toBe(true)
  const tiny = collectBytes()
  expect(Array.from({ length: 300 }, () => tiny.add(Buffer.alloc(1))).indexOf(false)).toBe(260)
})
