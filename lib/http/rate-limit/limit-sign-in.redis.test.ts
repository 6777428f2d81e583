import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseEnv } from '@/lib/core/env'
import { type RedisServer, startRedisServer } from '@/lib/testing/redis-server'
import { connectRedis, type StubMode, startUpstashStub, type UpstashStub } from '@/lib/testing/upstash-stub'
import { createSignInLimit } from './limit-sign-in'

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
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12, 5) })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await stub.setMode('well')
})

function ownRedis() {
  return createSignInLimit(parseEnv({ REDIS_URL: server.url }))
}

function startProcess() {
  return createSignInLimit(parseEnv({ UPSTASH_REDIS_REST_URL: stub.url, UPSTASH_REDIS_REST_TOKEN: stub.token }))
}

test.each([
  ['Upstash', () => startProcess()],
  ['a Redis of one’s own', ownRedis],
])('%s: two processes together allow 10 attempts on one account, however it is spelled', async (_, start) => {
  const processes = [start(), start()]
  const spellings = ['ada@acme.example', 'Ada@Acme.example', ' ada@acme.example ']
  const attempts = Array.from({ length: 8 }, (_, index) =>
    processes.map((enforce) => enforce({ account: spellings[index % 3] ?? '', address: null, browserId: null })),
  )
  const outcomes = await Promise.allSettled(attempts.flat())
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'rate_limited',
      message: 'Too many attempts to sign in. Try again in 11 minutes.',
      headers: { 'Retry-After': '601' },
    },
  })
  await expect(start()({ account: 'grace@acme.example', address: null, browserId: null })).resolves.toBeUndefined()
})

test('Redis learns no e-mail address, and forgets', async () => {
  await startProcess()({ account: 'ada@acme.example', address: '192.0.2.1', browserId: null })
  const keys = (await redis.run(['KEYS', '*'])) as string[]
  expect(keys).toHaveLength(3)
  expect(keys.join()).not.toContain('acme')
  expect(keys.join()).toMatch(/leadline:sign-in-account:[0-9a-f]{64}:\d+/)
  for (const key of keys) expect(await redis.run(['PTTL', key])).toBeLessThanOrEqual(1_801_000)
})

describe('with Redis in trouble no one signs in', () => {
  const broken: StubMode[] = ['refused', 'hang', '401', '500', 'html', 'garbage', 'reset', 'drop']
  const troubles: StubMode[] = [...broken, 'endless', 'redirect']

  test.each(troubles)('%s, and everyone again once it is well', async (mode) => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const enforce = startProcess()
    await stub.setMode(mode)
    for (const account of ['ada', 'grace']) {
      await expect(enforce({ account, address: null, browserId: null })).rejects.toMatchObject({ code: 'unavailable' })
    }
    await stub.setMode('well')
    // A busy machine may take longer over the first answer than is waited for.
    await vi.waitFor(() => enforce({ account: 'ada', address: null, browserId: null }), { timeout: 30_000 })
    expect(said.mock.calls.map(([line]) => JSON.parse(line).event)).toEqual([
      'redis unavailable, password sign-in is refused',
      'redis available again, password sign-in works',
    ])
  })
})
