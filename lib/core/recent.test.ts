import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRecent } from './recent'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('what was found counts for a while, then it is looked up again', async () => {
  const find = vi.fn(async () => find.mock.calls.length)
  const recent = createRecent(1_000, find)
  expect(await Promise.all([recent(), recent()])).toEqual([1, 1])
  vi.advanceTimersByTime(900)
  expect(await recent()).toBe(1)
  vi.advanceTimersByTime(200)
  expect(await Promise.all([recent(), recent()])).toEqual([2, 2])
})
