import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inMessageTurn } from './message-turn'

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

it('messages of an organization begin one after the other, and those of others at once', async () => {
  const begun: string[] = []
  const take = (organizationId: number, name: string) => void inMessageTurn(organizationId).then(() => begun.push(name))
  for (const name of ['first', 'second', 'third']) take(1, name)
  take(2, 'of another')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['first', 'of another'])
  await vi.advanceTimersByTimeAsync(30)
  expect(begun).toEqual(['first', 'of another', 'second'])
  await vi.advanceTimersByTimeAsync(30)
  expect(begun.at(-1)).toBe('third')
})

it('four hundred of an organization wait, others of it are refused, and those of another are not', async () => {
  const begun = Array.from({ length: 400 }, () => inMessageTurn(1))
  await expect(inMessageTurn(1)).rejects.toMatchObject({ code: 'unavailable' })
  await inMessageTurn(2)
  await vi.advanceTimersByTimeAsync(30)
  const next = inMessageTurn(1)
  await vi.runAllTimersAsync()
  await Promise.all([...begun, next])
})
