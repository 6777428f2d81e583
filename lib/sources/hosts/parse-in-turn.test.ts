import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseInTurn } from './parse-in-turn'

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

const large = Buffer.from('[1,'.repeat(33_000))
const [first, second] = [
  { id: 1, organizationId: 1 },
  { id: 2, organizationId: 1 },
]
const stranger = { id: 3, organizationId: 2 }

it('an organization is parsed for one body after the other, with rests, and in turn for its connections', async () => {
  const parsed: string[] = []
  const all = [first, first, first, second].map((of, index) =>
    parseInTurn(of, large, () => parsed.push(`${of.id}: ${index}`)),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(parsed).toEqual(['1: 0'])
  await vi.advanceTimersByTimeAsync(600)
  expect(parsed).toEqual(['1: 0'])
  await vi.advanceTimersByTimeAsync(100)
  expect(parsed).toEqual(['1: 0', '2: 3'])
  await vi.advanceTimersByTimeAsync(2_000)
  await Promise.all(all)
  expect(parsed).toEqual(['1: 0', '2: 3', '1: 1', '1: 2'])
})

it('waits for no other organization', async () => {
  void parseInTurn(first, large, () => 'large')
  void parseInTurn(first, large, () => 'large')
  expect(await parseInTurn(stranger, large, () => 'at once')).toBe('at once')
})

it('a long text counts as many values', async () => {
  const parsed: string[] = []
  void parseInTurn(first, Buffer.alloc(8 * 1024 * 1024), () => parsed.push('long'))
  void parseInTurn(first, large, () => parsed.push('next'))
  await vi.advanceTimersByTimeAsync(400)
  expect(parsed).toEqual(['long'])
  await vi.advanceTimersByTimeAsync(100)
  expect(parsed).toEqual(['long', 'next'])
})

it('so do many small bodies', async () => {
  const parsed: number[] = []
  for (let index = 0; index < 10; index += 1) void parseInTurn(first, Buffer.from('{}'), () => parsed.push(index))
  await vi.advanceTimersByTimeAsync(45)
  expect(parsed).toEqual([0, 1, 2, 3, 4])
})

it('does not parse what has too many values', async () => {
  const parse = vi.fn()
  await expect(parseInTurn(first, Buffer.alloc(100_001, ','), parse)).rejects.toMatchObject({ code: 'invalid' })
  expect(parse).not.toHaveBeenCalled()
})

it('goes on after a body that cannot be parsed, and keeps nothing', async () => {
  const bad = parseInTurn(first, large, () => JSON.parse('{'))
  const next = parseInTurn(first, large, () => 'next')
  await expect(bad).rejects.toThrow(SyntaxError)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await next).toBe('next')
  expect(Reflect.get(globalThis, 'leadlineTurns').size).toBe(0)
})
