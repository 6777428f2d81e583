import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { AppError } from '@/lib/core/errors'
import { forResponse, isHostAwaited } from '@/lib/http/request-context'
import { runReport } from '@/lib/web/run-report'
import { hostTurnsOf, waitForHost } from './wait-for-host'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('an organization waits for a host twice at once, a person once, and takes no turn from reports or others', async () => {
  const started: string[] = []
  const ends: (() => void)[] = []
  const start = (organization: number, user: number) =>
    waitForHost({ organization: { id: organization }, user: { id: user } }, () => {
      started.push(`${organization} ${user}`)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const many = [start(1, 1), start(1, 1), start(1, 1), start(1, 2), start(1, 3)]
  await expect(start(1, 1)).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } })
  many.push(start(2, 4))
  await settle()
  expect(started).toEqual(['1 1', '1 2', '2 4'])
  expect(await runReport({ organization: { id: 1 }, user: { id: 1 } }, async () => 'report')).toBe('report')
  while (ends.length > 0) {
    ends.shift()?.()
    await settle()
  }
  await Promise.all(many)
  expect(started).toHaveLength(6)
})

test('a page that waits for a host is known for it', async () => {
  const member = { organization: { id: 3 }, user: { id: 9 } }
  const waits = [
    () => waitForHost(member, async () => undefined),
    () => hostTurnsOf(9, async () => undefined)(3)(async () => undefined),
  ]
  for (const wait of waits) {
    const response = {} as ServerResponse
    await forResponse(response, wait)
    expect(isHostAwaited(response)).toBe(true)
  }
})

test('who signs out while they wait for their turn calls no host, and who does while a host answers gets none of it', async () => {
  const signedOut = new AppError('unauthenticated', 'Sign in first')
  const calls: string[] = []
  const call = async (host: string) => {
    calls.push(host)
    return host
  }
  const inTurn = hostTurnsOf(1, async () => {
    if (calls.length > 0) throw signedOut
  })(1)
  await expect(inTurn(() => call('first'))).rejects.toBe(signedOut)
  await expect(inTurn(() => call('second'))).rejects.toBe(signedOut)
  expect(calls).toEqual(['first'])
  expect(await hostTurnsOf(1, async () => undefined)(1)(() => call('third'))).toBe('third')
})
