import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { isKnownCaller, rememberCaller } from './known-callers'

const request = (headers: { authorization?: string; cookie?: string }) => ({ headers })
const withKey = (key: string) => request({ authorization: `Bearer ${key}` })
const withSession = (session: string) => request({ cookie: `theme=dark; next-auth.session-token=${session}` })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

it.each([
  ['key', withKey],
  ['session', withSession],
])('who came with a %s that was accepted is known for ten minutes', (_name, withSecret) => {
  expect(isKnownCaller(withSecret('a'))).toBe(false)
  rememberCaller(withSecret('a'))
  expect(isKnownCaller(withSecret('a'))).toBe(true)
  expect(isKnownCaller(withSecret('b'))).toBe(false)
  vi.advanceTimersByTime(10 * 60 * 1000)
  expect(isKnownCaller(withSecret('a'))).toBe(false)
})

it('a stranger is never known', () => {
  rememberCaller(request({}))
  rememberCaller(null)
  expect(isKnownCaller(request({}))).toBe(false)
  expect(isKnownCaller(request({ cookie: 'theme=dark' }))).toBe(false)
})

it('of very many those who came last are known', () => {
  rememberCaller(withKey('first'))
  rememberCaller(withKey('second'))
  for (let index = 0; index < 9_998; index += 1) rememberCaller(withKey(`${index}`))
  rememberCaller(withKey('first'))
  rememberCaller(withKey('last'))
  expect([withKey('first'), withKey('last'), withKey('9997')].map(isKnownCaller)).toEqual([true, true, true])
  expect(isKnownCaller(withKey('second'))).toBe(false)
})
