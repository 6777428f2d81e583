import { expect, it } from 'vitest'
import { isRecentSignIn } from './recent-sign-in'

it('takes a sign-in of the last 15 minutes as recent', () => {
  const now = 1_800_000_000
  expect(isRecentSignIn(now, now)).toBe(true)
  expect(isRecentSignIn(now - 899, now)).toBe(true)
  expect(isRecentSignIn(now - 900, now)).toBe(false)
  expect(isRecentSignIn(0, now)).toBe(false)
})
