import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runInSteps } from './run-in-steps'
import { isNextStep, runAtOnce, type Steps } from './steps'

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
