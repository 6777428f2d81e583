import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRounds } from './rounds'

it('a few begin in one round, all of them in the end', async () => {
  const inRound = createRounds(3)
  const begun: number[] = []
  for (let index = 0; index < 8; index += 1) inRound('a', () => void begun.push(index))
  const seen = []
  while (begun.length < 8) {
    await nextRound()
    seen.push(begun.length)
  }
  expect(seen).toEqual([3, 6, 8])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

it('a crowd keeps no one else waiting', async () => {
  const inRound = createRounds(2)
  const begun: string[] = []
  for (let index = 0; index < 100; index += 1) inRound('crowd', () => void begun.push('crowd'))
  inRound('other', () => void begun.push('other'))
  await nextRound()
  expect(begun).toEqual(['crowd', 'other'])
})

it('very many who come alone leave one with several its turns, and keep no one waiting for longer than they do', async () => {
  const inRound = createRounds(1)
  const begun: string[] = []
  const isOver = () => begun.length >= 160
  const comeAgain = (who: string) =>
    inRound(who, () => {
      begun.push(who)
      if (!isOver()) comeAgain(who)
    })
  for (let index = 0; index < 100; index += 1) comeAgain(`alone ${index}`)
  for (let index = 0; index < 20; index += 1) inRound('several', () => void begun.push('several'))
  while (!isOver()) await nextRound()
  expect(begun.filter((who) => who === 'several').length).toBe(20)
})

it('those who are known have every other turn, however many strangers come, and all of them when none does', async () => {
  const inRound = createRounds(2)
  const begun: string[] = []
  for (let index = 0; index < 100; index += 1) inRound(`stranger ${index}`, () => void begun.push('stranger'))
  for (let index = 0; index < 3; index += 1) inRound('someone', () => void begun.push('known'), true)
  for (let round = 0; round < 3; round += 1) await nextRound()
  expect(begun.filter((who) => who === 'known').length).toBe(3)
  expect(begun.length).toBe(6)
  while (begun.length < 103) await nextRound()
  inRound('someone', () => void begun.push('known'), true)
  inRound('someone', () => void begun.push('known'), true)
  await nextRound()
  expect(begun.length).toBe(105)
})

it('nothing begins in a round in which a connection arrived, for a while', async () => {
  let connections = 0
  const inRound = createRounds(3, () => connections)
  const begun: number[] = []
  connections += 1
  inRound('a', () => void begun.push(1))
  for (let round = 0; round < 5; round += 1) {
    connections += 1
    await nextRound()
  }
  expect(begun).toEqual([])
  await nextRound()
  expect(begun).toEqual([1])
})

it('a connection with its request in each round holds up what waits all the same', async () => {
  let connections = 0
  const inRound = createRounds(3, () => connections)
  const begun: number[] = []
  for (let round = 0; round < 5; round += 1) {
    connections += 1
    inRound('a', () => void begun.push(round))
    await nextRound()
  }
  expect(begun).toEqual([])
  await nextRound()
  expect(begun).toEqual([0, 1, 2])
})

it('what always arrives holds up nothing for ever', async () => {
  let connections = 0
  const inRound = createRounds(3, () => {
    connections += 1
    return connections
  })
  const begun: number[] = []
  inRound('a', () => void begun.push(1))
  while (begun.length === 0) await nextRound()
  expect(connections).toBeGreaterThan(1)
})

it('what always arrives takes no more than half of the time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let connections = 0
  const inRound = createRounds(1, () => {
    connections += 1
    return connections
  })
  let begun = 0
  const work = () => {
    begun += 1
  }
  for (let index = 0; index < 500; index += 1) inRound('a', work)
  let rounds = 0
  for (; begun < 500; rounds += 1) {
    vi.advanceTimersByTime(1)
    await nextRound()
  }
  expect(rounds).toBeGreaterThan(900)
  expect(rounds).toBeLessThan(1_100)
})

it('work that fails holds up nothing after it', async () => {
  const thrown = vi.fn()
  const begun: number[] = []
  const failing = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').once('uncaughtException', thrown)
  onTestFinished(() => {
    for (const listener of failing) process.on('uncaughtException', listener)
  })
  const inRound = createRounds(2)
  inRound('a', () => {
    throw new Error('refused')
  })
  inRound('a', () => void begun.push(1))
  while (begun.length === 0) await nextRound()
  expect(thrown).toHaveBeenCalledOnce()
})

it('what waited begins in the context of who asked for it', async () => {
  const inRound = createRounds(1)
  const storage = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  for (const name of ['a', 'b', 'c']) storage.run(name, () => inRound(name, () => void seen.push(storage.getStore())))
  while (seen.length < 3) await nextRound()
  expect(seen).toEqual(['a', 'b', 'c'])
})
