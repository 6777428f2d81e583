import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runInSteps } from './run-in-steps'
import { inParts, isNextStep, runAtOnce, type Steps } from './steps'

function* sumOf(numbers: readonly number[]): Steps<number> {
  let sum = 0
  for (const [index, number] of numbers.entries()) {
    if (isNextStep(index)) yield
    sum += number
  }
  return sum
}

const numbers = Array.from({ length: 5_000 }, (_, index) => index)

it('comes to the same at once and in steps', async () => {
  expect(runAtOnce(sumOf(numbers))).toBe(12_497_500)
  expect(await runInSteps(sumOf(numbers))).toBe(12_497_500)
})

it('pauses after each step', async () => {
  let pauses = 0
  await runInSteps(sumOf(numbers), async () => {
    pauses += 1
    await setImmediate()
  })
  expect(pauses).toBe(5)
})

it('goes through many samples in parts, each once', () => {
  const seen: [number, number][] = []
  const steps = [...inParts(120_000, (from, to) => seen.push([from, to]))]
  expect(seen.map(([from]) => from)).toEqual([0, ...seen.slice(0, -1).map(([, to]) => to)])
  expect(seen.at(-1)?.[1]).toBe(120_000)
  expect(steps.length).toBe(seen.length - 1)
  expect([...inParts(0, () => expect.unreachable())]).toEqual([])
})
