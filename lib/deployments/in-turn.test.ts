import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '@/lib/database-errors'
import { inTurn } from './in-turn'

const never = new AbortController().signal

test('work on one deployment waits its turn, on another it does not', async () => {
  const order: string[] = []
  let end = () => {}
  const first = inTurn('1/a', never, () => new Promise<void>((resolve) => (end = resolve)))
  const second = inTurn('1/a', never, async () => void order.push('a'))
  await inTurn('1/b', never, async () => void order.push('b'))
  end()
  await Promise.all([first, second])
  expect(order).toEqual(['b', 'a'])
})

test('those in one queue tell each other that the row is held, the next queue begins without it', async () => {
  const seen: boolean[] = []
  const look = () =>
    inTurn('2/a', never, async (turn) => {
      seen.push(turn.held)
      turn.held = true
    })
  await Promise.all([look(), look()])
  await look()
  expect(seen).toEqual([false, true, false])
})

test('a database that is out of reach for one is so for all who wait, and for nobody who comes later', async () => {
  const fail = inTurn('3/a', never, () => Promise.reject(new DatabaseUnavailableError('out of reach')))
  const waiting = inTurn('3/a', never, async () => 'stored')
  await expect(fail).rejects.toThrow('out of reach')
  await expect(waiting).rejects.toThrow('out of reach')
  await expect(inTurn('3/a', never, async () => 'stored')).resolves.toBe('stored')
})

test('an event that cannot be stored for itself keeps nobody else from it', async () => {
  const fail = inTurn('4/a', never, () => Promise.reject(new Error('its own fault')))
  const waiting = inTurn('4/a', never, async () => 'stored')
  await expect(fail).rejects.toThrow('its own fault')
  await expect(waiting).resolves.toBe('stored')
})

test('who waits for longer than there is time is never begun, and the others go on', async () => {
  const order: string[] = []
  let end = () => {}
  const first = inTurn('5/a', never, () => new Promise<void>((resolve) => (end = resolve)))
  const impatient = new AbortController()
  const late = inTurn('5/a', impatient.signal, async () => void order.push('late'))
  const next = inTurn('5/a', never, async () => void order.push('next'))
  impatient.abort(new DatabaseUnavailableError('the time is up'))
  await expect(late).rejects.toThrow('the time is up')
  end()
  await Promise.all([first, next])
  expect(order).toEqual(['next'])
})

test('one whose time is up says nothing about those who wait', async () => {
  const impatient = new AbortController()
  const late = inTurn('6/a', impatient.signal, async () => {
    impatient.abort(new DatabaseUnavailableError('the time is up'))
    throw impatient.signal.reason
  })
  const next = inTurn('6/a', never, async () => 'stored')
  await expect(late).rejects.toThrow('the time is up')
  await expect(next).resolves.toBe('stored')
})

test('200 may wait, and the next one hears at once that it may not', async () => {
  let end = () => {}
  const first = inTurn('7/a', never, () => new Promise<void>((resolve) => (end = resolve)))
  const wait = () => inTurn('7/a', new AbortController().signal, async () => 'stored')
  const waiting = Array.from({ length: 200 }, wait)
  await expect(wait()).rejects.toThrow(DatabaseUnavailableError)
  end()
  await first
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['stored']))
})
