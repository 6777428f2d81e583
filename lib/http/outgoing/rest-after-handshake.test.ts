import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createHandshakes } from './rest-after-handshake'

/** Keeps the process busy, as checking many signatures does. */
async function busy(): Promise<void> {
  await nextRound()
  const end = performance.now() + 60
  while (performance.now() < end);
  await nextRound()
}

function recorded(done: string[], name: string, open: () => Promise<void> = nextRound) {
  return async () => {
    await open()
    done.push(name)
  }
}

it('a host whose connection was dear waits, and no other', async () => {
  const inTurn = createHandshakes()
  const done: string[] = []
  await inTurn('dear', recorded(done, 'first', busy))
  const again = inTurn('dear', recorded(done, 'again'))
  await inTurn('other', recorded(done, 'other'))
  await inTurn('other', recorded(done, 'another'))
  await again
  expect(done).toEqual(['first', 'other', 'another', 'again'])
})

it('those that wait for a dear host are opened one after the other, with rests', async () => {
  const inTurn = createHandshakes()
  const done: string[] = []
  await inTurn('dear', recorded(done, 'first', busy))
  const waiting = ['second', 'third'].map((name) => inTurn('dear', recorded(done, name, busy)))
  await waiting[0]
  await inTurn('other', recorded(done, 'other'))
  await Promise.all(waiting)
  expect(done).toEqual(['first', 'second', 'other', 'third'])
})
