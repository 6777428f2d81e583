import { Redis } from '@upstash/redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RedisServer, startRedisServer } from './redis-server'
import { connectRedis, startUpstashStub, type UpstashStub } from './upstash-stub'

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

test.each([true, false])("speaks to Upstash's own client, pipelined: %s", async (enableAutoPipelining) => {
  const client = new Redis({ url: stub.url, token: stub.token, enableAutoPipelining })
  expect(await client.set('name', 'Zoë 🚀')).toBe('OK')
  expect(await client.get('name')).toBe('Zoë 🚀')
  expect(await client.get('absent')).toBeNull()
  expect(await client.eval('#!lua flags=allow-key-locking\nreturn {1, KEYS[1]}', ['k'], [])).toEqual([1, 'k'])
  await expect(client.incr('name')).rejects.toThrow('not an integer')
})

test('a transaction is all or nothing', async () => {
  const client = new Redis({ url: stub.url, token: stub.token })
  expect(await client.multi().set('total', 1).incr('total').exec()).toEqual(['OK', 2])
})

test('no one gets in without the token', async () => {
  const client = new Redis({ url: stub.url, token: 'wrong', enableAutoPipelining: false })
  await expect(client.get('name')).rejects.toThrow('Unauthorized')
})
