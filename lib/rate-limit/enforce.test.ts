import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enforceIngestLimit } from './enforce'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('300 events a minute pass with headers, the next is refused with the same headers and Retry-After', async () => {
  const accepted = await Promise.all(Array.from({ length: 300 }, () => enforceIngestLimit(1)))
  expect(accepted.at(-1)).toMatchObject({ 'RateLimit-Policy': '"ingest";q=300;w=60' })
  expect(accepted.at(-1)?.RateLimit).toMatch(/^"ingest";r=0;t=\d+$/)
  await expect(enforceIngestLimit(1)).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Rate limit exceeded',
    headers: { 'RateLimit-Policy': '"ingest";q=300;w=60', 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
  })
  await expect(enforceIngestLimit(2)).resolves.toBeDefined()
})
