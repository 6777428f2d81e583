import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { roundRobin } from './round-robin'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const tooLate = () => new Error('too late')
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Turns that are taken, in order, and what ends the oldest of them. */
function taking(atOnce: number) {
  const { take, waiting } = roundRobin(atOnce)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (crowd: string, one: string) =>
    take({ crowd, one }, 1_000, tooLate).then((end) => {
      begun.push(`${crowd} ${one}`)
      ends.push(end)
    })
  const endOne = async () => {
    ends.shift()?.()
    await settle()
  }
  return { ask, endOne, begun, waiting }
}

it('a crowd waits for itself, and in it one with very many', async () => {
  const { ask, endOne, begun, waiting } = taking(2)
  for (let count = 0; count < 50; count += 1) void ask('a', '1')
  void ask('a', '2')
  void ask('b', '3')
  void ask('', '')
  await settle()
  expect([begun, waiting()]).toEqual([['a 1', 'a 1'], 51])
  while (begun.length < 8) await endOne()
  expect(begun.slice(2)).toEqual(['a 1', 'b 3', ' ', 'a 2', 'a 1', 'a 1'])
  expect(waiting()).toBe(45)
})

it('one that has waited too long leaves, and others go on', async () => {
  const { ask, endOne, begun, waiting } = taking(1)
  void ask('a', '1')
  await settle()
  const late = [ask('a', '1'), ask('b', '2')].map((asked) => asked.catch(({ message }) => message))
  vi.advanceTimersByTime(999)
  void ask('b', '2')
  vi.advanceTimersByTime(1)
  expect(await Promise.all(late)).toEqual(['too late', 'too late'])
  expect(waiting()).toBe(1)
  await endOne()
  expect(begun).toEqual(['a 1', 'b 2'])
})
