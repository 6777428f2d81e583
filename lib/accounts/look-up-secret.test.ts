import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { forResponse } from '@/lib/http/request-context'
import { rememberCaller } from './known-callers'
import { lookUpSecret } from './look-up-secret'

/** Look-ups that go on until they are ended; what comes of one is the code of its refusal, or null. */
function startLookUps() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const lookUp = (secret: string, remoteAddress: string): Promise<string | null> => {
    const response = { req: { headers: {}, socket: { remoteAddress } } } as unknown as ServerResponse
    const look = () =>
      new Promise<void>((resolve) => {
        begun.push(secret)
        ends.set(secret, resolve)
      })
    const looked = forResponse(response, () => lookUpSecret(secret, look))
    return looked.then(
      () => null,
      ({ code }) => code,
    )
  }
  const endAll = async <T>(all: Promise<T>[]): Promise<T[]> => {
    const timer = setInterval(() => {
      for (const end of ends.values()) end()
    })
    return Promise.all(all).finally(() => clearInterval(timer))
  }
  return { begun, ends, lookUp, endAll }
}

it('of strangers two are looked up at once, one of an address, and who is known does not wait for them', async () => {
  const { begun, lookUp, endAll } = startLookUps()
  rememberCaller('known', 'organization 1')
  const all = [
    lookUp('made-up 1', '192.0.2.1'),
    lookUp('made-up 2', '192.0.2.1'),
    lookUp('other', '192.0.2.2'),
    lookUp('third', '192.0.2.3'),
    lookUp('known', '192.0.2.1'),
  ]
  await new Promise(setImmediate)
  expect(begun).toEqual(['known', 'made-up 1', 'other'])
  await endAll(all)
  expect(begun).toHaveLength(5)
})

it('a crowd of one address keeps no other one waiting, and is refused where it is too large', async () => {
  const { begun, ends, lookUp, endAll } = startLookUps()
  const all = Array.from({ length: 600 }, (_, index) => lookUp(`made-up ${index}`, '192.0.2.1'))
  const late = [lookUp('late 1', '192.0.2.2'), lookUp('late 2', '192.0.2.2')]
  await new Promise(setImmediate)
  expect(begun).toEqual(['made-up 0', 'late 1'])
  ends.get('late 1')?.()
  await late[0]
  await new Promise(setImmediate)
  expect(begun.slice(2)).toEqual(['late 2'])
  const outcomes = await endAll([...all, ...late])
  expect(new Set(outcomes)).toEqual(new Set([null, 'unavailable']))
  expect(outcomes.slice(-2)).toEqual([null, null])
})
