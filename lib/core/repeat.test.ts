import { expect, it, vi } from 'vitest'
import { repeatInLanes } from './repeat'

it('what takes long in one lane keeps the others from nothing', async () => {
  const stopping = new AbortController()
  const waiting = ['long', 'a', 'b', 'c']
  const done: string[] = []
  let finishLong: () => void = () => undefined
  const looking = repeatInLanes(2, stopping.signal, async () => {
    const next = waiting.shift()
    if (next === 'long') await new Promise<void>((resolve) => (finishLong = resolve))
    if (next !== undefined) done.push(next)
    return 0
  })
  looking.wake()
  await vi.waitFor(() => expect(done).toEqual(['a', 'b', 'c']))
  stopping.abort()
  finishLong()
  await looking.ended()
  expect(done).toEqual(['a', 'b', 'c', 'long'])
})
