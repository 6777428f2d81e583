import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, type Limit, type WindowCounts, windowIndex } from './sliding-window'

const minute = 60_000

const perMinute = (limit: number): Limit => ({ name: 'test', limit, windowSeconds: 60 })

function countsLater(counts: WindowCounts, from: number, to: number): WindowCounts {
  const windowsBetween = windowIndex(perMinute(1), to) - windowIndex(perMinute(1), from)
  if (windowsBetween === 0) return counts
  return { previous: windowsBetween === 1 ? counts.current : 0, current: 0 }
}

describe('sliding window', () => {
  test('the previous window weighs as much as the last minute still covers of it', () => {
    const counts = { previous: 100, current: 20 }
    expect(decide(counts, perMinute(121), 5 * minute).allowed).toBe(true)
    expect(decide(counts, perMinute(120), 5 * minute).allowed).toBe(false)
    expect(decide(counts, perMinute(120), 5 * minute + 15_000)).toEqual({
      allowed: true,
      limit: 120,
      remaining: 24,
      resetSeconds: 45,
    })
    expect(decide(counts, perMinute(21), 6 * minute - 1)).toMatchObject({
      allowed: true,
      remaining: 0,
      resetSeconds: 1,
    })
  })

  test('a burst that used up the limit waits for the next window', () => {
    expect(decide({ previous: 0, current: 300 }, perMinute(300), 20_000)).toEqual({
      allowed: false,
      limit: 300,
      remaining: 0,
      resetSeconds: 41,
    })
  })

  test('a longer window waits longer', () => {
    const limit = { name: 'test', limit: 10, windowSeconds: 900 }
    const waits = [0, 10 * minute].map((now) => decide({ previous: 0, current: 10 }, limit, now).resetSeconds)
    expect(waits).toEqual([901, 301])
  })

  test('a caller that keeps pushing waits only until the next request fits', () => {
    expect(decide({ previous: 300, current: 150 }, perMinute(300), 30_000).resetSeconds).toBe(1)
  })

  const situation = fc
    .record({ limit: fc.integer({ min: 1, max: 5_000 }), now: fc.integer({ min: 0, max: 10 * minute }) })
    .chain(({ limit, now }) =>
      fc.record({
        limit: fc.constant(limit),
        now: fc.constant(now),
        previous: fc.integer({ min: 0, max: limit }),
        current: fc.integer({ min: 0, max: limit }),
      }),
    )

  test('remaining is never negative and never more than the limit', () => {
    fc.assert(
      fc.property(situation, ({ limit, now, ...counts }) => {
        const { remaining, resetSeconds } = decide(counts, perMinute(limit), now)
        return remaining >= 0 && remaining < limit && Number.isInteger(resetSeconds) && resetSeconds >= 1
      }),
    )
  })

  test('who waits as long as told is let in, and was not told to wait a whole second too long', () => {
    fc.assert(
      fc.property(situation, ({ limit, now, ...counts }) => {
        const { allowed, resetSeconds } = decide(counts, perMinute(limit), now)
        fc.pre(!allowed)
        const at = (time: number) => decide(countsLater(counts, now, time), perMinute(limit), time)
        expect(at(now + resetSeconds * 1_000).allowed).toBe(true)
        if (resetSeconds > 2) expect(at(now + (resetSeconds - 2) * 1_000).allowed).toBe(false)
      }),
    )
  })
})
