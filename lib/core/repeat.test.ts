import { expect, it, onTestFinished, vi } from 'vitest'
import { currentClaimant, findClaimantsBy } from './current-claimant'
import { repeat, repeatInLanes } from './repeat'

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

it('what runs is for the process, not for who woke it', async () => {
  findClaimantsBy(() => ({ crowd: 'organization 1', one: 'person 1' }))
  onTestFinished(() => findClaimantsBy(() => null))
  const stopping = new AbortController()
  const claimants: unknown[] = []
  const looking = repeat(stopping.signal, async () => {
    claimants.push(currentClaimant())
    await Promise.resolve()
    return claimants.push(currentClaimant())
  })
  looking.wake()
  await vi.waitFor(() => expect(claimants.length).toBeGreaterThan(3))
  stopping.abort()
  await looking.ended()
  expect(claimants).not.toContainEqual({ crowd: 'organization 1', one: 'person 1' })
})
