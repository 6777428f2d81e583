import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { knownCrowd, rememberCaller } from './known-callers'

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
const withSession = (session: string) => ({ headers: { cookie: `theme=dark; next-auth.session-token=${session}` } })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

it.each([
  ['key', withKey],
  ['session', withSession],
])('who came with a %s that was accepted is known for ten minutes, as one of a crowd', (name, withSecret) => {
  expect(knownCrowd(withSecret(name))).toBeNull()
  rememberCaller(name, 'organization 1')
  expect(knownCrowd(withSecret(name))).toBe('organization 1')
  expect(knownCrowd(withSecret('b'))).toBeNull()
  vi.advanceTimersByTime(10 * 60 * 1000)
  expect(knownCrowd(withSecret(name))).toBeNull()
})

it('a secret is the same however it is sent', () => {
  rememberCaller('a', 'organization 1')
  expect(knownCrowd({ headers: { authorization: 'bEARER   a' } })).toBe('organization 1')
  expect(knownCrowd({ headers: { ...withKey('other').headers, ...withSession('a').headers } })).toBe('organization 1')
})

it('a stranger is never known', () => {
  expect(knownCrowd({ headers: {} })).toBeNull()
  expect(knownCrowd({ headers: { cookie: 'theme=dark', authorization: 'Basic YTpi' } })).toBeNull()
})

it('a crowd with very many secrets takes no place of others, and of its own those that were used last are known', () => {
  rememberCaller('other', 'organization 2')
  for (let index = 0; index < 30_000; index += 1) rememberCaller(`${index}`, 'organization 1')
  expect(knownCrowd(withKey('other'))).toBe('organization 2')
  expect(knownCrowd(withKey('29999'))).toBe('organization 1')
  expect(knownCrowd(withKey('0'))).toBeNull()
})

it('of very many crowds those that were here last are known', () => {
  for (let index = 0; index < 20_001; index += 1) rememberCaller(`of-${index}`, `organization ${index}`)
  expect(knownCrowd(withKey('of-0'))).toBeNull()
  expect(knownCrowd(withKey('of-20000'))).toBe('organization 20000')
})
