import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseEnv } from '@/lib/core/env'
import { startUpstashStub } from '@/lib/testing/upstash-stub'
import { enforceIngestLimit } from './limit-ingest'
import { createLimit } from './limit-per-sender'
import { enforceReadLimit } from './limit-read'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('300 events a minute pass with headers, the next is refused with the same headers and Retry-After', async () => {
  const accepted = await Promise.all(
    Array.from({ length: 300 }, () => enforceIngestLimit({ apiKeyId: 1, organizationId: 1 })),
  )
  expect(accepted.at(-1)).toMatchObject({ 'RateLimit-Policy': '"ingest";q=300;w=60' })
  expect(accepted.at(-1)?.RateLimit).toMatch(/^"ingest";r=0;t=\d+$/)
  await expect(enforceIngestLimit({ apiKeyId: 1, organizationId: 1 })).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Rate limit exceeded',
    headers: { 'RateLimit-Policy': '"ingest";q=300;w=60', 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
  })
  await expect(enforceIngestLimit({ apiKeyId: 2, organizationId: 2 })).resolves.toBeDefined()
})

test('questions count apart from events', async () => {
  for (let question = 0; question < 300; question++) await enforceReadLimit({ sender: '3', organizationId: 3 })
  await expect(enforceReadLimit({ sender: '3', organizationId: 3 })).rejects.toMatchObject({
    headers: { 'RateLimit-Policy': '"read";q=300;w=60' },
  })
  await expect(enforceIngestLimit({ apiKeyId: 3, organizationId: 3 })).resolves.toBeDefined()
})

test('without Upstash the limit holds in this process', async () => {
  const enforce = createLimit('ingest', parseEnv({ RATE_LIMIT_PER_MINUTE: '1' }))
  expect(await enforce({ sender: '1', organizationId: 1 })).toMatchObject({ RateLimit: expect.stringContaining('r=0') })
  await expect(enforce({ sender: '1', organizationId: 1 })).rejects.toMatchObject({ code: 'rate_limited' })
})

test('with Upstash set, Redis is used', async () => {
  const stub = await startUpstashStub({ run: async () => [41, 300], transaction: async () => [] })
  const settings = parseEnv({ UPSTASH_REDIS_REST_URL: stub.url, UPSTASH_REDIS_REST_TOKEN: stub.token })
  // A busy machine may miss the time that Redis has.
  await vi.waitFor(
    async () =>
      expect(await createLimit('ingest', settings)({ sender: '1', organizationId: 1 })).toMatchObject({
        RateLimit: expect.stringContaining('r=41'),
      }),
    { timeout: 20_000 },
  )
  await stub.stop()
})

test('all keys of an organization together post ten times as much, and keep nothing from another organization', async () => {
  const post = (apiKeyId: number, organizationId: number) => enforceIngestLimit({ apiKeyId, organizationId })
  const posted = await Promise.allSettled(Array.from({ length: 3_100 }, (_, index) => post(100 + (index % 12), 100)))
  expect(posted.filter(({ status }) => status === 'fulfilled')).toHaveLength(3_000)
  await expect(post(111, 100)).rejects.toMatchObject({
    code: 'rate_limited',
    headers: { 'RateLimit-Policy': '"organization";q=3000;w=60', 'Retry-After': expect.anything() },
  })
  await expect(post(200, 200)).resolves.toBeDefined()
})
