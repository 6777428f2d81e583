import { expect, test } from 'vitest'
import { parseEnv } from '@/lib/env'
import { startUpstashStub } from '@/lib/testing/upstash-stub'
import { createLimiter } from './limit-ingest'

test('without Upstash the limit holds in this process', async () => {
  const limit = createLimiter(parseEnv({ RATE_LIMIT_PER_MINUTE: '1' }))
  expect(await limit(1)).toMatchObject({ allowed: true, limit: 1, remaining: 0 })
  expect(await limit(1)).toMatchObject({ allowed: false })
})

test('with Upstash set, Redis is asked', async () => {
  const stub = await startUpstashStub({ run: async () => [41, 300], transaction: async () => [] })
  const limit = createLimiter(parseEnv({ UPSTASH_REDIS_REST_URL: stub.url, UPSTASH_REDIS_REST_TOKEN: stub.token }))
  await limit(1)
  expect(stub.requests).toHaveLength(1)
  await stub.stop()
})
