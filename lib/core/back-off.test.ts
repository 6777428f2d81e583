import { expect, it } from 'vitest'
import { createBackOff } from './back-off'

it('what fails again and again rests twice as long each time, up to a bound, and others do not', () => {
  let now = 0
  const { isResting, failed, succeeded } = createBackOff<string>(10, 35, () => now)
  for (const ms of [10, 20, 35, 35]) {
    failed('a')
    now += ms - 1
    expect([isResting('a'), isResting('b')]).toEqual([true, false])
    now += 1
    expect(isResting('a')).toBe(false)
  }
  succeeded('a')
  failed('a')
  now += 10
  expect(isResting('a')).toBe(false)
})
