import { randomUUID } from 'node:crypto'
import type { Account, User } from 'next-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createUser } from '@/lib/testing/factories'
import { listWaysToSignIn } from '@/lib/users/list-ways-to-sign-in'
import { decideSignIn } from './decide-sign-in'
import { authOptions } from './options'

const visit = vi.hoisted(() => ({ user: null as { id: number } | null, signedInAt: 0 }))

// There is no request here that could have a session.
vi.mock('@/lib/auth/current-user', () => ({
  currentUser: async () => visit.user,
  signedInAt: async () => visit.signedInAt,
}))

const account = (providerAccountId: string): Account => ({ provider: 'oidc', type: 'oauth', providerAccountId })
const lastLine = (said: { mock: { calls: unknown[][] } }) => JSON.parse(String(said.mock.calls.at(-1)?.[0]))

afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(visit, { user: null, signedInAt: 0 })
})

describe('whether somebody may come in through a provider', () => {
  it('is answered with why not', async () => {
    const user: User = { id: 'x', email: `${randomUUID()}@example.com`, emailVerified: true }
    expect(await decideSignIn({ user, account: account(randomUUID()) })).toBe('/sign-in?error=not-invited')
  })

  it('puts an error of the database into the log, and nothing of it into an address', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    expect(await decideSignIn({ user: { id: 'x' }, account: account('\0') })).toBe('/sign-in?error=unavailable')
    expect(lastLine(said)).toMatchObject({ level: 'error', event: 'sign-in failed', providerId: 'oidc' })
    expect(lastLine(said).error.message).not.toBe('')
  })

  it('connects an account for who has just signed in, and for no older session', async () => {
    const { id } = await createUser()
    visit.user = { id }
    const [user, theirs] = [{ id: 'x' }, account(randomUUID())]
    visit.signedInAt = Math.floor(Date.now() / 1000) - 3_600
    expect(await decideSignIn({ user, account: theirs })).toBe('/sign-in?error=sign-in-again')
    visit.signedInAt = Math.floor(Date.now() / 1000)
    expect(await decideSignIn({ user, account: theirs })).toBe(true)
    expect(user).toEqual({ id: String(id), sessionVersion: 1 })
    expect((await listWaysToSignIn(id)).accounts).toMatchObject([{ provider: 'oidc' }])
  })
})

describe('a failure of next-auth', () => {
  it.each([
    [new Error('no secret'), { reason: 'no secret' }],
    [
      { error: new Error('invalid_client'), providerId: 'oidc' },
      { reason: 'invalid_client', providerId: 'oidc' },
    ],
    [{ error: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }, { reason: 'ECONNREFUSED' }],
    [{ error: new Error('client_secret=abc') }, { reason: 'client_secret=***' }],
  ])('is logged with its reason: %j', (failure, fields) => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    authOptions().logger?.error?.('SIGNIN_OAUTH_ERROR', failure)
    expect(lastLine(said)).toMatchObject({ event: 'sign-in failed', code: 'SIGNIN_OAUTH_ERROR', ...fields })
  })
})
