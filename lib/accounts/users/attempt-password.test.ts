import { expect, it } from 'vitest'
import { attemptPassword } from './attempt-password'

it('a crowd of one address gains nothing from browsers that are known', async () => {
  const leave: (() => void)[] = []
  const hold = () => new Promise<void>((resolve) => leave.push(resolve))
  const crowd = Array.from({ length: 200 }, (_, index) =>
    attemptPassword(
      { account: `crowd-${index}@example.com`, address: '192.0.2.1', browserId: `browser ${index}` },
      hold,
    ),
  )
  let isIn = false
  const victim = attemptPassword({ account: 'ada@example.com', address: '192.0.2.2', browserId: null }, async () => {
    isIn = true
  })
  let left = 0
  while (!isIn) {
    await new Promise(setImmediate)
    const next = leave[left]
    if (!next) continue
    next()
    left += 1
  }
  // Of the twenty places four are kept for browsers that are known.
  expect(left).toBeLessThan(30)
  const rest = async () => {
    while (left < 200) {
      await new Promise(setImmediate)
      leave[left]?.()
      if (leave[left]) left += 1
    }
  }
  await Promise.all([victim, rest(), ...crowd])
})
