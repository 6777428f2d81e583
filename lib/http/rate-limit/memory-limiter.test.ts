import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemoryLimiter } from './memory-limiter'

const minute = 60_000

const perMinute = (limit: number) => ({ name: 'test', limit, windowSeconds: 60 })

function limiterAt(limitPerMinute: number) {
  const clock = { now: 1_000 * minute }
  return { clock, limit: createMemoryLimiter(perMinute(limitPerMinute), () => clock.now) }
}

describe('limiter in this process', () => {
  test('lets exactly the limit through in a burst, key by key', async () => {
    const { limit } = limiterAt(3)
    const first = await Promise.all([limit('1'), limit('1'), limit('1'), limit('1')])
    expect(first.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ])
    expect(await limit('2')).toMatchObject({ allowed: true, remaining: 2 })
  })

  test('refused requests do not count', async () => {
    const { clock, limit } = limiterAt(2)
    for (let request = 0; request < 50; request += 1) await limit('1')
    clock.now += 1.5 * minute
    expect(await limit('1')).toMatchObject({ allowed: true, remaining: 0 })
  })

  test('a key that was quiet for two windows starts afresh', async () => {
    const { clock, limit } = limiterAt(2)
    await limit('1')
    clock.now += 2 * minute
    expect(await limit('1')).toMatchObject({ allowed: true, remaining: 1 })
  })

  test('requests twice as fast as allowed: no minute, wherever it starts, holds more than the limit', async () => {
    const { clock, limit } = limiterAt(60)
    const passed: number[] = []
    for (let request = 0; request < 1_200; request += 1) {
      if ((await limit('1')).allowed) passed.push(clock.now)
      clock.now += 500
    }
    const inMinuteFrom = (start: number) => passed.filter((time) => time >= start && time < start + minute).length
    expect(Math.max(...passed.map(inMinuteFrom))).toBe(60)
  })

  test('follows the log of what it let through, and never exceeds the limit in a window of the clock', async () => {
    const requests = fc.array(fc.record({ key: fc.constantFrom('1', '2'), gap: fc.nat(20_000) }), {
      minLength: 50,
      maxLength: 200,
    })
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 8 }), async (steps, limitPerMinute) => {
        const { clock, limit } = limiterAt(limitPerMinute)
        const passed: { key: string; window: number }[] = []
        for (const { key, gap } of steps) {
          clock.now += gap
          const window = Math.floor(clock.now / minute)
          const count = (of: number) => passed.filter((p) => p.key === key && p.window === of).length
          const used = Math.floor((1 - (clock.now % minute) / minute) * count(window - 1)) + count(window)
          const { allowed, remaining } = await limit(key)
          expect({ allowed, remaining }).toEqual({
            allowed: used < limitPerMinute,
            remaining: Math.max(0, limitPerMinute - used - 1),
          })
          if (allowed) passed.push({ key, window })
          expect(count(window)).toBeLessThanOrEqual(limitPerMinute)
        }
      }),
    )
  })

  test('keeps nothing of past windows', async () => {
    const { clock, limit } = limiterAt(10)
    const before = heapInUse()
    for (let key = 0; key < 1_000_000; key += 1) {
      await limit(String(key))
      clock.now += minute / 10_000
    }
    await limit('0')
    expect(heapInUse() - before).toBeLessThan(10_000_000)
  })
})

function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
