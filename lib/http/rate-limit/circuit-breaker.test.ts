import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker'

function start() {
  const clock = { now: 0 }
  const breaker = createCircuitBreaker({ pauseMilliseconds: 5_000, now: () => clock.now })
  const nextAt = (now: number) => {
    clock.now = now
    return breaker.next()
  }
  return { breaker, nextAt }
}

test('after a failure nothing goes out but one probe at the end of each pause', () => {
  const { breaker, nextAt } = start()
  expect(nextAt(0)).toBe('call')
  breaker.failed()
  expect([1, 4_999, 5_000, 5_000, 5_001, 9_999, 10_000, 10_001].map(nextAt)).toEqual([
    'skip',
    'skip',
    'probe',
    'skip',
    'skip',
    'skip',
    'probe',
    'skip',
  ])
})

test('a probe that fails begins a new pause, one that succeeds ends it', () => {
  const { breaker, nextAt } = start()
  breaker.failed()
  expect(nextAt(5_000)).toBe('probe')
  expect(nextAt(7_000)).toBe('skip')
  breaker.failed()
  expect(nextAt(11_999)).toBe('skip')
  expect(nextAt(12_000)).toBe('probe')
  breaker.succeeded()
  expect([12_000, 12_001].map(nextAt)).toEqual(['call', 'call'])
})
