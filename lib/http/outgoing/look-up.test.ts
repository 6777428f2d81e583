import type { LookupAddress } from 'node:dns'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLookUps } from './look-up'

const here = [{ address: '10.0.0.1', family: 4 }]

/** A system in which names that begin with `slow` lead nowhere, and are found to once `fail` is called. */
function system() {
  const failing: (() => void)[] = []
  const asked: string[] = []
  const lookUp = (name: string) => {
    asked.push(name)
    if (!name.startsWith('slow')) return Promise.resolve(here)
    return new Promise<LookupAddress[]>((_, reject) => failing.push(() => reject(new Error('ENOTFOUND'))))
  }
  return { asked, resolve: createLookUps(lookUp), fail: () => failing.splice(0).forEach((fail) => void fail()) }
}

function useClock(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

it('many slow names keep none waiting that was quick before', async () => {
  const { asked, resolve } = system()
  await resolve('gitlab')
  const crowd = Promise.allSettled(Array.from({ length: 30 }, (_, index) => resolve(`slow-${index}`)))
  expect(await resolve('gitlab')).toEqual(here)
  expect(asked).toHaveLength(3)
  void crowd
})

it('no name is waited for without end', async () => {
  useClock()
  const { resolve } = system()
  const outcomes = Promise.allSettled([resolve('slow'), resolve('other')])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { message: 'slow took too long to look up' } },
    { status: 'rejected', reason: { code: 'unavailable' } },
  ])
})

it('a name that took long and led nowhere is not looked up again for a minute', async () => {
  useClock()
  const { asked, resolve, fail } = system()
  const first = expect(resolve('slow')).rejects.toThrow('ENOTFOUND')
  await vi.advanceTimersByTimeAsync(2_000)
  fail()
  await first
  await expect(resolve('slow')).rejects.toThrow('slow led nowhere a moment ago')
  expect(await resolve('other')).toEqual(here)
  await vi.advanceTimersByTimeAsync(60_000)
  const again = expect(resolve('slow')).rejects.toThrow('ENOTFOUND')
  await nextRound()
  fail()
  await again
  expect(asked).toEqual(['slow', 'other', 'slow'])
})
