import { expect, it } from 'vitest'
import { isRecentSignIn } from './recent-sign-in'

it('takes a sign-in of the last 15 minutes as recent', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  expect(isRecentSignIn(now, now)).toBe(true)
  expect(isRecentSignIn(ago(899), now)).toBe(true)
  expect(isRecentSignIn(ago(900), now)).toBe(false)
  expect(isRecentSignIn(new Date(0), now)).toBe(false)
})
