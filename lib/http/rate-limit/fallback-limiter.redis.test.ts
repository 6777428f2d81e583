import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '@/lib/core/log'
import { type RedisServer, startRedisServer } from '@/lib/testing/redis-server'
import { connectRedis, startUpstashStub, type UpstashStub } from '@/lib/testing/upstash-stub'
import { createFallbackLimiter } from './fallback-limiter'
import { createMemoryLimiter } from './memory-limiter'
import type { RateLimiter } from './sliding-window'

let server: RedisServer
let redis: Awaited<ReturnType<typeof connectRedis>>
let stub: UpstashStub

beforeAll(async () => {
  server = await startRedisServer()
  redis = await connectRedis(server.url)
  stub = await startUpstashStub(redis)
})

afterAll(async () => {
  await stub.stop()
  await redis.close()
  await server.stop()
})

beforeEach(async () => {
  await redis.run(['FLUSHALL'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12, 0, 30) })
})

afterEach(() => void vi.useRealTimers())

const perMinute = (limit: number) => ({ name: 'ingest', limit, windowSeconds: 60 })

const doors = [
  ['Upstash', () => ({ url: stub.url, token: stub.token })],
  ['a Redis of one’s own', () => ({ url: server.url })],
] as const

describe.each(doors)('%s', (_, redisOf) => {
  function createLimiter(limitPerMinute: number): RateLimiter {
    const fallback = () => Promise.reject(new Error('Redis did not decide'))
    return createFallbackLimiter({
      redis: redisOf(),
      limit: perMinute(limitPerMinute),
      fallback,
      log,
      answerMilliseconds: 10_000,
    })
  }

  test('two processes together let exactly the limit through; other keys are not touched', async () => {
    const processes = [createLimiter(30), createLimiter(30)]
    const decisions = await Promise.all(Array.from({ length: 40 }, () => processes.map((limit) => limit('1'))).flat())
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(30)
    expect(decisions.find(({ allowed }) => !allowed)).toEqual({
      allowed: false,
      limit: 30,
      remaining: 0,
      resetSeconds: 31,
    })
    expect(await Promise.all(processes.map((limit) => limit('2')))).toMatchObject([
      { remaining: 29 },
      { remaining: 28 },
    ])
  })

  test('leaves nothing in Redis but its own keys, and those expire', async () => {
    await createLimiter(30)('7')
    const keys = await redis.run(['KEYS', '*'])
    expect(keys).toEqual([expect.stringMatching(/^leadline:ingest:7:\d+$/)])
    expect(await redis.run(['PTTL', String(Array.isArray(keys) && keys[0])])).toBeGreaterThan(60_000)
  })

  test('finds its script again after Redis forgot it', async () => {
    const limit = createLimiter(30)
    await limit('1')
    await redis.run(['SCRIPT', 'FLUSH'])
    expect(await limit('1')).toMatchObject({ remaining: 28 })
  })

  test('decides as the limiter in this process does', async () => {
    const steps = fc.array(fc.record({ key: fc.constantFrom('1', '2'), gap: fc.nat(15_000) }), {
      minLength: 40,
      maxLength: 80,
    })
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (requests, limitPerMinute) => {
        await redis.run(['FLUSHALL'])
        const shared = createLimiter(limitPerMinute)
        const own = createMemoryLimiter(perMinute(limitPerMinute), Date.now)
        for (const { key, gap } of requests) {
          vi.setSystemTime(Date.now() + gap)
          const { allowed, limit, remaining } = await own(key)
          expect(await shared(key)).toMatchObject({ allowed, limit, remaining })
        }
      }),
      { numRuns: 10 },
    )
  })
})
