import { expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '@/lib/db/database-errors'
import { inTurn } from './in-turn'

test('work on one deployment waits its turn, on another it does not', async () => {
  const order: string[] = []
  let end = () => {}
  const first = inTurn('1/a', () => new Promise<void>((resolve) => (end = resolve)))
  const second = inTurn('1/a', async () => void order.push('a'))
  await inTurn('1/b', async () => void order.push('b'))
  end()
  await Promise.all([first, second])
  expect(order).toEqual(['b', 'a'])
})

test('those in one queue share that the row is held, the next queue begins without it', async () => {
  const seen: boolean[] = []
  const look = () =>
    inTurn('2/a', async (turn) => {
      seen.push(turn.held)
      turn.held = true
    })
  await Promise.all([look(), look()])
  await look()
  expect(seen).toEqual([false, true, false])
})

test('a database that is out of reach for one is so for all who wait, and for none that comes later', async () => {
  const fail = inTurn('3/a', () => Promise.reject(new DatabaseUnavailableError('out of reach')))
  const waiting = inTurn('3/a', async () => 'stored')
  await expect(fail).rejects.toThrow('out of reach')
  await expect(waiting).rejects.toThrow('out of reach')
  await expect(inTurn('3/a', async () => 'stored')).resolves.toBe('stored')
})

test('an event that cannot be stored for itself keeps no other from it', async () => {
  const fail = inTurn('4/a', () => Promise.reject(new Error('its own fault')))
  const waiting = inTurn('4/a', async () => 'stored')
  await expect(fail).rejects.toThrow('its own fault')
  await expect(waiting).resolves.toBe('stored')
})

test('one that waits for ten seconds is never begun, and the others go on', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const order: string[] = []
  let end = () => {}
  const first = inTurn('5/a', () => new Promise<void>((resolve) => (end = resolve)))
  const late = inTurn('5/a', async () => void order.push('late'))
  late.catch(() => {})
  await vi.advanceTimersByTimeAsync(9_000)
  const next = inTurn('5/a', async () => void order.push('next'))
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(late).rejects.toThrow(DatabaseUnavailableError)
  end()
  await Promise.all([first, next])
  expect(order).toEqual(['next'])
})

test('200 wait at most, and the next one is refused at once', async () => {
  let end = () => {}
  const first = inTurn('7/a', () => new Promise<void>((resolve) => (end = resolve)))
  const wait = () => inTurn('7/a', async () => 'stored')
  const waiting = Array.from({ length: 200 }, wait)
  await expect(wait()).rejects.toThrow(DatabaseUnavailableError)
  end()
  await first
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['stored']))
})
