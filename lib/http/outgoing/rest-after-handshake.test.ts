import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createHandshakes } from './rest-after-handshake'

function recorded(done: string[], name: string, busyMs: number) {
  return async () => {
    await nextRound()
    done.push(name)
    return busyMs
  }
}

it('after a dear handshake the host waits, under whatever name, and none that is known to be cheap', async () => {
  const inTurn = createHandshakes()
  const done: string[] = []
  await inTurn('known', recorded(done, 'known', 2))
  await inTurn('a.dear', recorded(done, 'first', 30))
  const again = ['a.dear', 'b.dear'].map((name) => inTurn(name, recorded(done, name, 30)))
  await inTurn('known', recorded(done, 'once more', 2))
  await Promise.all(again)
  expect(done).toEqual(['known', 'first', 'once more', 'a.dear', 'b.dear'])
})

it('those that wait begin one after the other, with rests', async () => {
  const inTurn = createHandshakes()
  const done: string[] = []
  await inTurn('a', recorded(done, 'a', 30))
  const waiting = ['b', 'c'].map((name) => inTurn(name, recorded(done, name, 30)))
  await waiting[0]
  await nextRound()
  expect(done).toEqual(['a', 'b'])
  await Promise.all(waiting)
  expect(done).toEqual(['a', 'b', 'c'])
})

it('a host that was cheap and no longer is waits as well', async () => {
  const inTurn = createHandshakes()
  const done: string[] = []
  await inTurn('turncoat', recorded(done, 'cheap', 2))
  await inTurn('turncoat', recorded(done, 'dear', 30))
  const again = inTurn('turncoat', recorded(done, 'again', 30))
  await nextRound()
  expect(done).toEqual(['cheap', 'dear'])
  await again
  expect(done).toEqual(['cheap', 'dear', 'again'])
})

it('those that waited for too long give way, so that a crowd of them holds up no one who comes later', async () => {
  const inTurn = createHandshakes({ maxWaitMs: 1_000 })
  const done: string[] = []
  await inTurn('dear', recorded(done, 'dear', 30))
  const crowd = Array.from({ length: 20 }, (_, index) => inTurn(`${index}.dear`, recorded(done, 'crowd', 30)))
  const outcomes = await Promise.allSettled(crowd)
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(10)
  await inTurn('later', recorded(done, 'later', 2))
  expect(done.at(-1)).toBe('later')
})

it.each([
  ['names', (index: number) => `${index}.dear.example`],
  ['addresses', (index: number) => `[2001:db8::${index}]`],
])('a host of many %s keeps another waiting for one of its handshakes at most', async (_, nameOf) => {
  const inTurn = createHandshakes({ maxWaitMs: 60_000 })
  const done: string[] = []
  await inTurn('dear', recorded(done, 'dear', 30))
  const unending = () => new Promise<number>(() => done.push('crowd'))
  for (let index = 0; index < 6; index += 1)
    void inTurn(nameOf(index), index % 2 ? recorded(done, 'crowd', 30) : unending)
  await inTurn('git.other.example', recorded(done, 'other', 2))
  expect(done).toEqual(['dear', 'crowd', 'other'])
  // What waits goes on waiting in other tests of this process, where timers may not be real.
  await vi.waitFor(() => expect(done).toHaveLength(8), { timeout: 30_000 })
})
