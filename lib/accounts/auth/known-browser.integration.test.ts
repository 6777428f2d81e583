import { expect, test, vi } from 'vitest'
import { fingerprintPassword } from '@/lib/accounts/users/known-browser'
import { knownBrowser, rememberBrowser } from './known-browser'

const jar = vi.hoisted(() => new Map<string, { value: string }>())

// There is no request here that could have cookies.
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string) => jar.set(name, { value }),
  }),
}))

vi.stubEnv('NEXTAUTH_SECRET', 'for this test only')

const proof = (passwordHash: string) => ({ userId: 1, provenBy: { passwordHash } })

test('a browser keeps its id for an account, and the password that it was last used with', async () => {
  expect(await knownBrowser()).toBeNull()
  await rememberBrowser('ada@example.com', proof('first'))
  const first = await knownBrowser()
  expect(first).toMatchObject({ account: 'ada@example.com', fingerprint: fingerprintPassword('first') })
  await rememberBrowser('ada@example.com', proof('second'))
  expect(await knownBrowser()).toEqual({ ...first, fingerprint: fingerprintPassword('second') })
  await rememberBrowser('grace@example.com', proof('third'))
  expect((await knownBrowser())?.browserId).not.toBe(first?.browserId)
})

test('a cookie that was tampered with says nothing', async () => {
  await rememberBrowser('ada@example.com', proof('first'))
  for (const [name, { value }] of jar) jar.set(name, { value: `${value}x` })
  expect(await knownBrowser()).toBeNull()
})
