import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { slowApart } from './slow-apart'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function harness(limits = { quick: 4, each: 2, slow: 2, slowMs: 1_000, restMs: 30_000 }) {
  const turns = slowApart<string>(limits)
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (key: string, name = key) => {
    void turns(key, () => {
      running.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    running.splice(running.indexOf(name), 1)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { running, begin, end, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('two of a key run at once, four in all, and the keys take turns', async () => {
  const { running, begin, end, wait } = harness()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1']) begin(name.charAt(0), name)
  await wait(0)
  expect(running).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  await end('a2')
  expect(running).toEqual(['b1', 'b2', 'a3', 'c1'])
})

test('keys whose runs take long leave places to others, and share theirs', async () => {
  const { running, begin, end, wait } = harness()
  for (const key of ['a', 'b']) for (const number of [1, 2, 3]) begin(key, `${key}${number}`)
  begin('quick')
  await wait(999)
  expect(running).toEqual(['a1', 'a2', 'b1', 'b2'])
  await wait(1)
  expect(running).toEqual(['a1', 'a2', 'b1', 'b2', 'quick'])
  for (const name of ['a1', 'a2', 'b1', 'b2']) await end(name)
  begin('a', 'a4')
  begin('c')
  await wait(0)
  expect(running).toEqual(['quick', 'a3', 'b3', 'c'])
})

test('a key whose runs have been quick for a while is no longer slow', async () => {
  const { running, begin, end, wait } = harness()
  begin('a', 'a1')
  await wait(1_000)
  await end('a1')
  for (const name of ['a2', 'a3']) begin('a', name)
  await wait(0)
  expect(running).toEqual(['a2'])
  await end('a2')
  await end('a3')
  await wait(30_000)
  begin('a', 'a4')
  await wait(0)
  await end('a4')
  for (const name of ['a5', 'a6']) begin('a', name)
  await wait(0)
  expect(running).toEqual(['a5', 'a6'])
})

test('a key that was slow runs among the quick ones again after a while, however long another one takes', async () => {
  const { running, begin, end, wait } = harness({ quick: 1, each: 1, slow: 1, slowMs: 1_000, restMs: 30_000 })
  begin('a', 'a1')
  await wait(1_000)
  await end('a1')
  begin('endless')
  await wait(1_000)
  begin('a', 'a2')
  await wait(28_000)
  expect(running).toEqual(['endless'])
  await wait(1_000)
  expect(running).toEqual(['endless', 'a2'])
})

test('a key stays slow for a while, so that those with quick runs between slow ones leave a place to others', async () => {
  const { running, begin, end, wait } = harness({ quick: 1, each: 1, slow: 1, slowMs: 1_000, restMs: 30_000 })
  for (const key of ['a', 'b']) {
    begin(key, `${key} slow`)
    await wait(1_000)
    await end(`${key} slow`)
    begin(key, `${key} quick`)
    await wait(0)
    await end(`${key} quick`)
  }
  for (const key of ['a', 'b', 'other']) begin(key)
  await wait(0)
  expect(running).toEqual(['a', 'other'])
})
