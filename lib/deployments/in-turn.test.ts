import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '@/lib/database-errors'
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

test('those in one queue tell each other that the row is held, the next queue begins without it', async () => {
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

test('a database that is out of reach for one is so for all who wait, and for nobody who comes later', async () => {
  const fail = inTurn('3/a', () => Promise.reject(new DatabaseUnavailableError('out of reach')))
  const waiting = inTurn('3/a', async () => 'stored')
  await expect(fail).rejects.toThrow('out of reach')
  await expect(waiting).rejects.toThrow('out of reach')
  await expect(inTurn('3/a', async () => 'stored')).resolves.toBe('stored')
})

test('an event that cannot be stored for itself keeps nobody else from it', async () => {
  const fail = inTurn('4/a', () => Promise.reject(new Error('its own fault')))
  const waiting = inTurn('4/a', async () => 'stored')
  await expect(fail).rejects.toThrow('its own fault')
  await expect(waiting).resolves.toBe('stored')
})
