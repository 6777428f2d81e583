import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { orAborted } from './or-aborted'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})
const running = new AbortController().signal

it('gives what the host answered, and leaves no timer behind', async () => {
  expect(await orAborted(running, async () => 'answer')).toBe('answer')
  expect(vi.getTimerCount()).toBe(0)
})

it('ends when it is told to, and ends the reading', async () => {
  const stop = new AbortController()
  const signals: AbortSignal[] = []
  const waiting = orAborted(stop.signal, (ended) => {
    signals.push(ended)
    return never()
  })
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await expect(orAborted(stop.signal, never)).rejects.toThrow('stopped')
  expect(signals).toMatchObject([{ aborted: true, reason: stop.signal.reason }])
})

it('waits a quarter of an hour for a host, to try it again later', async () => {
  const signals: AbortSignal[] = []
  const waiting = orAborted(running, (ended) => {
    signals.push(ended)
    return never()
  })
  const outcome = expect(waiting).rejects.toMatchObject({
    kind: 'later',
    message: expect.stringContaining('15 minutes'),
  })
  await vi.advanceTimersByTimeAsync(15 * 60_000)
  await outcome
  expect(signals).toMatchObject([{ aborted: true, reason: { kind: 'later' } }])
})
