import { randomUUID } from 'node:crypto'
import type { User } from 'next-auth'
import { encode } from 'next-auth/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findSession } from '@/lib/accounts/sessions/find'
import { listWaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { baseUrl } from '@/lib/core/base-url'
import { db } from '@/lib/db/db'
import { createUser, openSession } from '@/lib/testing/factories'
import { noteConnecting } from './connecting-session'
import { decideSignIn } from './decide-sign-in'
import { authOptions } from './options'
import { sessionOptions } from './session-options'

const visit = vi.hoisted(() => ({ jar: new Map<string, { value: string }>(), origin: '' }))

// There is no request here that could have headers.
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => visit.jar.get(name),
    set: (name: string, value: string) => visit.jar.set(name, { value }),
  }),
  headers: async () => new Headers({ Origin: visit.origin }),
}))

/** Puts a new session of a user into the browser, and returns its token. */
async function visitAs(userId: number): Promise<string> {
  const sessionToken = await openSession(userId)
  const value = await encode({ token: { sessionToken, userId }, secret: sessionOptions().secret ?? '' })
  visit.jar.set('next-auth.session-token', { value })
  return sessionToken
}

async function leaveFrom(origin: string): Promise<void> {
  visit.origin = origin
  await noteConnecting()
}

const userOf = (id: string, fields: Partial<User> = {}): User => ({ id, provider: 'oidc', ...fields })
const lastLine = (said: { mock: { calls: unknown[][] } }) => JSON.parse(String(said.mock.calls.at(-1)?.[0]))

afterEach(() => {
  vi.restoreAllMocks()
  visit.jar.clear()
})

describe('whether a user may sign in through a provider', () => {
  it('is answered with why not', async () => {
    const user = userOf(randomUUID(), { email: `${randomUUID()}@example.com`, emailVerified: true })
    expect(await decideSignIn({ user })).toBe('/sign-in?error=not-invited')
  })

  it('goes by what its profile says, not by what came beside the tokens', async () => {
    const owner = await createUser()
    const taken = randomUUID()
    await db().prisma.account.create({ data: { userId: owner.id, provider: 'github', providerAccountId: taken } })
    const account = { provider: 'github', type: 'oauth', providerAccountId: taken }
    const visitor = userOf(randomUUID(), { email: `${randomUUID()}@example.com`, emailVerified: true })
    const question = { user: visitor, account } as Parameters<typeof decideSignIn>[0]
    expect(await decideSignIn(question)).toBe('/sign-in?error=not-invited')
    expect(await decideSignIn({ user: { id: taken, provider: 'github' } })).toBe(true)
  })

  it('puts an error of the database into the log, and nothing of it into an address', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    expect(await decideSignIn({ user: userOf('\0') })).toBe('/sign-in?error=unavailable')
    expect(lastLine(said)).toMatchObject({ level: 'error', event: 'sign-in failed', providerId: 'oidc' })
    expect(lastLine(said).error.message).not.toBe('')
  })

  it('connects an account for who has just signed in, and for no older session', async () => {
    const { id } = await createUser()
    const token = await visitAs(id)
    const user = userOf(randomUUID())
    const signedIn = (signedInAt: Date) =>
      db().prisma.session.updateMany({ where: { userId: id }, data: { signedInAt } })
    await signedIn(new Date(Date.now() - 3_600_000))
    await leaveFrom(baseUrl())
    expect(await decideSignIn({ user })).toBe('/sign-in?error=sign-in-again')
    await signedIn(new Date())
    await leaveFrom(baseUrl())
    expect(await decideSignIn({ user })).toBe(true)
    expect(await findSession(user.sealed?.sessionToken ?? '')).toMatchObject({ user: { id } })
    expect(await findSession(token)).toBeNull()
    expect((await listWaysToSignIn(id)).accounts).toMatchObject([{ provider: 'oidc' }])
  })

  it('connects none for a session that did not leave for the provider from a page of this site', async () => {
    const [ada, grace] = [await createUser(), await createUser()]
    const connect = () => decideSignIn({ user: userOf(randomUUID()) })
    await visitAs(grace.id)
    await leaveFrom(baseUrl())
    await visitAs(ada.id)
    expect(await connect()).toBe('/sign-in?error=not-chosen')
    await leaveFrom('https://evil.example')
    expect(await connect()).toBe('/sign-in?error=not-chosen')
    visit.jar.set('leadline.connecting', visit.jar.get('next-auth.session-token') ?? { value: '' })
    expect(await connect()).toBe('/sign-in?error=not-chosen')
    const theirs = userOf(randomUUID())
    await db().prisma.account.create({
      data: { userId: grace.id, provider: 'oidc', providerAccountId: theirs.id },
    })
    await leaveFrom(baseUrl())
    expect(await decideSignIn({ user: theirs })).toBe('/sign-in?error=taken')
    expect(await connect()).toBe('/sign-in?error=not-chosen')
    expect((await listWaysToSignIn(ada.id)).accounts).toEqual([])
  })
})

describe('a failure of next-auth', () => {
  const named = (message: string) => Object.assign(new Error(message), { name: 'OAuthCallbackError' })

  it.each([
    [{ error: new Error('access_denied'), error_description: 'x', providerId: 'oidc' }, 'access_denied'],
    [{ error: new Error('our server was hacked, call 555'), providerId: 'oidc' }, 'no error code of OAuth'],
    [new Error('access_denied and more'), 'no error code of OAuth'],
    [{ error: named('state mismatch, expected abc, got: our server\nwas hacked') }, 'state mismatch, expected abc'],
    [{ error: named('invalid_client (unknown client)') }, 'invalid_client (unknown client)'],
  ])('is logged without what a visitor puts into the address: %j', (failure, reason) => {
    for (const code of ['OAUTH_CALLBACK_HANDLER_ERROR', 'OAUTH_CALLBACK_ERROR']) {
      const said = vi.spyOn(console, 'error').mockReturnValue()
      authOptions().logger?.error?.(code, failure)
      expect(lastLine(said).reason).toBe(reason)
      expect(JSON.stringify(lastLine(said))).not.toContain('hacked')
    }
  })

  it('is logged without what a stranger sent, and ten times a minute at most', () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const fail = () => authOptions().logger?.error?.('JWT_SESSION_ERROR', new TypeError('Received: forged'))
    for (let times = 0; times < 20; times += 1) fail()
    expect(said).toHaveBeenCalledTimes(10)
    expect(lastLine(said)).toMatchObject({ code: 'JWT_SESSION_ERROR', reason: 'TypeError' })
  })

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
