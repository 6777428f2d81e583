import { expect, test } from 'vitest'
import { rateLimitHeaders } from './limit-per-sender'

const limit = { name: 'ingest', limit: 300, windowSeconds: 60 }

test('an accepted request learns what is left', () => {
  expect(rateLimitHeaders(limit, { allowed: true, limit: 300, remaining: 299, resetSeconds: 60 })).toEqual({
    'RateLimit-Policy': '"ingest";q=300;w=60',
    RateLimit: '"ingest";r=299;t=60',
  })
})

test('a refused request learns when to come back', () => {
  expect(rateLimitHeaders(limit, { allowed: false, limit: 5, remaining: 0, resetSeconds: 7 })).toEqual({
    'RateLimit-Policy': '"ingest";q=5;w=60',
    RateLimit: '"ingest";r=0;t=7',
    'Retry-After': '7',
  })
})
