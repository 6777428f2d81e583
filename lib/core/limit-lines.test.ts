import { expect, test } from 'vitest'
import { createLineLimit } from './limit-lines'

function start() {
  const clock = { now: 0 }
  const limit = createLineLimit(() => clock.now)
  const say = (kind: string, times: number) =>
    Array.from({ length: times }, () => limit(kind)).filter((leftOut) => leftOut !== null)
  return { clock, say }
}

test('ten lines of a kind pass in a minute, and the next one counts those left out', () => {
  const { clock, say } = start()
  expect(say('skew', 1_000)).toEqual(Array(10).fill(0))
  expect(say('fault', 1)).toEqual([0])
  clock.now = 60_000
  expect(say('skew', 1_000)).toEqual([990, ...Array(9).fill(0)])
})

test('very many kinds are one beyond the first', () => {
  const { clock, say } = start()
  const flood = () => Array.from({ length: 5_000 }, (_, index) => say(`${clock.now} ${index}`, 1)).flat()
  expect(flood()).toHaveLength(200 + 10)
  clock.now = 60_000
  expect(flood().length).toBeLessThanOrEqual(200 + 10)
})
