import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatLogLine } from '@/lib/core/log'
import { type StubMode, startUpstashStub, type UpstashStub } from '@/lib/testing/upstash-stub'
import { createFallbackLimiter } from './fallback-limiter'
import { createMemoryLimiter } from './memory-limiter'
import type { RateLimitDecision, RateLimiter } from './sliding-window'

const limitPerMinute = 10
const limit = { name: 'test', limit: limitPerMinute, windowSeconds: 60 }
const pause = 5_000
/** `remaining` of every answer that comes from Redis here; the first ones from this process are 9, 8 and 7. */
const redisRemaining = 1
/** Longer than a busy machine takes for an answer. */
const answerMilliseconds = 10_000
/** Longer than the timeout of a probe. */
const arrival = { timeout: 4_000 }

let reply: unknown
let run: () => Promise<unknown>
let stub: UpstashStub

beforeEach(async () => {
  reply = [redisRemaining, limitPerMinute]
  run = async () => reply
  stub = await startUpstashStub({ run: () => run(), transaction: async () => [] })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await stub.stop()
})

function start({ token = stub.token, timeout = answerMilliseconds } = {}) {
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  const lines: string[] = []
  const write = (level: 'info' | 'warn') => (event: string, fields?: Record<string, unknown>) => {
    lines.push(formatLogLine(level, event, fields))
  }
  const log = { info: write('info'), warn: write('warn'), error: write('warn') }
  const fallback = createMemoryLimiter(limit, now)
  const options = { redis: { url: stub.url, token }, limit, fallback, log, answerMilliseconds: timeout, now }
  return { clock, lines, limit: createFallbackLimiter(options) }
}

/** The decision on an event for which Redis is requests in vain: its time is up once the question has arrived. */
async function decideInVain(limit: RateLimiter): Promise<RateLimitDecision> {
  const timeout = new AbortController()
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal)
  const decision = limit('1')
  await vi.waitFor(() => expect(stub.requests).toHaveLength(1), arrival)
  expect(timeouts).toHaveBeenCalledExactlyOnceWith(answerMilliseconds)
  timeout.abort(new DOMException('The time is up', 'TimeoutError'))
  return decision
}

const events = (lines: string[]) => lines.map((line) => JSON.parse(line).event.replace(/,.*/, ''))

describe('with Redis in good health', () => {
  test.each<StubMode>(['well', 'slow'])('%s: Redis decides', async (mode) => {
    const { limit, lines } = start()
    await stub.setMode(mode)
    expect(await limit('1')).toMatchObject({ allowed: true, limit: limitPerMinute, remaining: redisRemaining })
    expect(lines).toEqual([])
  })

  test('a refusal says when the window ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12, 0, 42, 500) })
    reply = [-1, limitPerMinute]
    expect(await start().limit('1')).toEqual({ allowed: false, limit: limitPerMinute, remaining: 0, resetSeconds: 18 })
  })

  test('nothing is reported to Upstash about this process', async () => {
    await start().limit('1')
    const names = stub.requests.flatMap(({ headers }) => Object.keys(headers))
    expect(names.filter((name) => name.startsWith('upstash-telemetry'))).toEqual([])
  })
})

describe('with Redis in trouble', () => {
  const broken: StubMode[] = ['refused', 'hang', '401', '500', 'html', 'garbage', 'reset', 'drop']
  const troubles: StubMode[] = [...broken, 'endless', 'redirect']

  test.each(troubles)('%s: accepted here, Redis left alone until a probe finds it well again', async (mode) => {
    const { clock, limit, lines } = start()
    await stub.setMode(mode)
    const decision = mode === 'hang' ? decideInVain(limit) : limit('1')
    expect(await decision).toMatchObject({ allowed: true, remaining: 9 })
    const requests = stub.requests.length
    expect(requests).toBe(mode === 'refused' ? 0 : 1)

    await stub.setMode('well')
    clock.now += pause - 1
    expect(await limit('1')).toMatchObject({ allowed: true, remaining: 8 })
    expect(stub.requests.length).toBe(requests)

    clock.now += 1
    expect(await limit('1')).toMatchObject({ allowed: true, remaining: 7 })
    const [down, up] = ['redis unavailable', 'redis available again']
    await vi.waitFor(() => expect(events(lines)).toEqual([down, up]), arrival)
    expect(await limit('1')).toMatchObject({ allowed: true, remaining: redisRemaining })
    expect(stub.requests.length).toBe(requests + 2)
  })

  test('a hung connection is given up', async () => {
    await stub.setMode('hang')
    await decideInVain(start().limit)
    await vi.waitFor(() => expect(stub.requests.map(({ socket }) => socket.destroyed)).toEqual([true]), arrival)
  })

  test('two slow answers in a row are one wait', async () => {
    let requests = 0
    run = async () => {
      requests += 1
      await delay(600)
      if (requests === 1) throw new Error('NOSCRIPT')
      return reply
    }
    expect(await start({ timeout: 1_000 }).limit('1')).toMatchObject({ allowed: true, remaining: 9 })
  })

  test('events that arrive together while Redis hangs are all accepted', async () => {
    const { limit } = start({ timeout: 100 })
    await stub.setMode('hang')
    const decisions = await Promise.all(Array.from({ length: 50 }, (_, key) => limit(String(key))))
    expect(decisions.every(({ allowed }) => allowed)).toBe(true)
  })

  test('no event waits for the probe', async () => {
    const { clock, limit } = start()
    await stub.setMode('hang')
    await decideInVain(limit)
    clock.now += pause
    const tooLate = delay(1_000).then(() => 'too late')
    expect(await Promise.race([limit('2'), tooLate])).toMatchObject({ allowed: true, remaining: 9 })
    await vi.waitFor(() => expect(stub.requests.length).toBe(2), arrival)
  })

  test('a probe that fails puts off the next one', async () => {
    const { clock, limit } = start()
    await stub.setMode('500')
    await limit('1')
    for (const requests of [2, 3]) {
      clock.now += pause
      await limit('1')
      await vi.waitFor(() => expect(stub.requests.length).toBe(requests), arrival)
      clock.now += pause - 1
      await limit('1')
      expect(stub.requests.length).toBe(requests)
    }
  })

  test('the limit holds in this process meanwhile', async () => {
    const { limit } = start()
    await stub.setMode('500')
    const decisions = []
    for (let request = 0; request < limitPerMinute + 1; request += 1) decisions.push(await limit('1'))
    expect(decisions.map(({ allowed }) => allowed)).toEqual([...Array(limitPerMinute).fill(true), false])
  })

  test.each([
    ['text', 'pong'],
    ['a number', 5],
    ['nothing', null],
    ['an empty list', []],
    ['a list of text', ['a', 'b']],
    ['a remainder of text', ['a', limitPerMinute]],
    ['another limit', [5, limitPerMinute + 1]],
  ])('%s for an answer is no refusal', async (_, oddReply) => {
    reply = oddReply
    const { limit, lines } = start()
    expect(await limit('1')).toMatchObject({ allowed: true, remaining: 9 })
    expect(events(lines)).toEqual(['redis unavailable'])
  })

  test.each(['wrong-token', 'two\nlines'])('a token that cannot work never shows in the log: %j', async (token) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { limit, lines } = start({ token })
    expect(await limit('1')).toMatchObject({ allowed: true, remaining: 9 })
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toMatch(/wrong-token|two|lines/)
  })
})
