import { describe, expect, it } from 'vitest'
import { findSession } from '@/lib/accounts/sessions/find'
import { startSession } from '@/lib/accounts/sessions/start'
import { changePassword } from '@/lib/accounts/users/change-password'
import { fingerprintPassword, type KnownBrowser } from '@/lib/accounts/users/known-browser'
import { listUsers } from '@/lib/accounts/users/list'
import { renameUser } from '@/lib/accounts/users/rename'
import { setPassword } from '@/lib/accounts/users/set-password'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { db } from '@/lib/db/db'
import { createMember, createTenant, createUser, openSession } from '@/lib/testing/factories'

const password = 'correct horse'
const other = 'battery staple'
const refused = (code: string) => expect.objectContaining({ code })
const signIn = (email: string, attempt: string) => signInWithPassword({ email, password: attempt, address: null })

/** The cookie that a browser was given when this account signed in there with the password that it has now. */
async function knownTo(email: string, browserId: string): Promise<KnownBrowser> {
  const { passwordHash } = await db().prisma.user.findUniqueOrThrow({ where: { email } })
  return { account: email, browserId, fingerprint: fingerprintPassword(passwordHash ?? '') }
}

describe('signing in with a password', () => {
  it('opens a session, however the address is written', async () => {
    const user = await createUser({ password })
    const signedIn = await signIn(` ${user.email.toUpperCase()} `, password)
    if (!signedIn) throw new Error('Not signed in')
    const session = await findSession((await startSession(signedIn, 'here')) ?? '')
    expect(session?.user).toEqual({ id: user.id, email: user.email, name: user.name })
  })

  it.each([
    ['a wrong password', async () => signIn((await createUser({ password })).email, other)],
    ['an unknown address', () => signIn('nobody@example.com', password)],
    ['a user without a password', async () => signIn((await createUser()).email, password)],
    ['what is no address', () => signIn('nobody', password)],
    ['no password', async () => signIn((await createUser({ password })).email, '')],
    ['a password of megabytes', async () => signIn((await createUser({ password })).email, 'x'.repeat(5_000_000))],
  ])('is refused in the same way for %s', async (_name, attempt) => {
    expect(await attempt()).toBeNull()
  })

  it('still works where the account signed in before, after 80 wrong passwords of strangers at once', async () => {
    const [user, another] = [await createUser({ password }), await createUser({ password })]
    const attempts = Promise.allSettled(Array.from({ length: 80 }, () => signIn(user.email, other)))
    const meanwhile = signIn(another.email, password)
    const known = await knownTo(user.email, 'laptop')
    const owner = signInWithPassword({ email: user.email, password, address: null, known })
    expect(await meanwhile).toMatchObject({ userId: another.id })
    expect(await owner).toMatchObject({ userId: user.id })
    const checked = (await attempts).filter(({ status }) => status === 'fulfilled')
    expect(checked).toHaveLength(10)
    await expect(signIn(user.email, password)).rejects.toEqual(refused('rate_limited'))
    const elsewhere = { ...known, account: another.email }
    const borrowed = { email: user.email, password, address: null, known: elsewhere }
    await expect(signInWithPassword(borrowed)).rejects.toEqual(refused('rate_limited'))
    expect(await signInWithPassword({ ...borrowed, known })).toMatchObject({ userId: user.id })
  })

  it('knows no browser any more that signed in with an earlier password', async () => {
    const user = await createUser({ password })
    const before = await knownTo(user.email, 'stolen laptop')
    await changePassword({ userId: user.id, currentPassword: password, newPassword: other })
    const from = (known: KnownBrowser, attempt: string) =>
      signInWithPassword({ email: user.email, password: attempt, address: null, known })
    for (let attempt = 0; attempt < 10; attempt++) expect(await signIn(user.email, password)).toBeNull()
    await expect(from(before, other)).rejects.toEqual(refused('rate_limited'))
    const after = await knownTo(user.email, 'laptop')
    expect(await from(after, other)).toMatchObject({ userId: user.id })
    await expect(from({ ...after, fingerprint: 'forged' }, other)).rejects.toEqual(refused('rate_limited'))
  })

  it('is limited by account, also where there is none and with the right password', async () => {
    const user = await createUser({ password })
    for (const email of [user.email, `no-${user.email}`]) {
      for (let attempt = 0; attempt < 10; attempt++) expect(await signIn(email, other)).toBeNull()
      await expect(signIn(email, password)).rejects.toEqual(refused('rate_limited'))
    }
  })
})

describe('changing a password', () => {
  it('ends every session, copies of the requesting one included, and signs in again', async () => {
    const user = await createUser({ password })
    const sessions = [await openSession(user.id), await openSession(user.id)]
    const change = { userId: user.id, currentPassword: password, newPassword: other }
    const signedIn = await changePassword(change)
    for (const token of sessions) expect(await findSession(token)).toBeNull()
    expect(await findSession((await startSession(signedIn, 'here')) ?? '')).not.toBeNull()
    expect(await signIn(user.email, password)).toBeNull()
    expect(await signIn(user.email, other)).toMatchObject({ userId: user.id })
  })

  it('sets the first one of a user who has none and has signed in recently', async () => {
    const user = await createUser()
    const change = { userId: user.id, currentPassword: '', newPassword: password }
    await expect(changePassword(change)).rejects.toEqual(refused('forbidden'))
    expect(await signIn(user.email, password)).toBeNull()
    await changePassword({ ...change, signedInRecently: true })
    expect(await signIn(user.email, password)).toMatchObject({ userId: user.id })
  })

  it.each([
    ['a wrong current password', { currentPassword: other }, 'forbidden'],
    ['no current password', { currentPassword: '' }, 'forbidden'],
    ['a short password', { newPassword: 'x'.repeat(7) }, 'invalid'],
    ['a very long password', { newPassword: 'x'.repeat(1_025) }, 'invalid'],
  ])('is refused with %s', async (_name, fields, code) => {
    const user = await createUser({ password })
    const token = await openSession(user.id)
    const change = { userId: user.id, currentPassword: password, newPassword: other, ...fields }
    await expect(changePassword(change)).rejects.toEqual(refused(code))
    expect(await findSession(token)).not.toBeNull()
    expect(await signIn(user.email, password)).not.toBeNull()
  })

  it('is refused with the address as password', async () => {
    const user = await createUser({ password })
    const change = { userId: user.id, currentPassword: password, newPassword: user.email.toUpperCase() }
    await expect(changePassword(change)).rejects.toEqual(refused('invalid'))
  })

  it('allows no more guesses than signing in', async () => {
    const user = await createUser({ password })
    const guess = () => changePassword({ userId: user.id, currentPassword: other, newPassword: 'something else' })
    for (let attempt = 0; attempt < 10; attempt++) await expect(guess()).rejects.toEqual(refused('forbidden'))
    await expect(guess()).rejects.toEqual(refused('rate_limited'))
  })

  it('happens once when two changes start from the same password', async () => {
    const user = await createUser({ password })
    const changes = ['first password', 'second password'].map((newPassword) =>
      changePassword({ userId: user.id, currentPassword: password, newPassword }),
    )
    const statuses = (await Promise.allSettled(changes)).map(({ status }) => status)
    expect(statuses.sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('accounts of people', () => {
  it('get a new password from the operator, which ends all sessions', async () => {
    const user = await createUser({ password })
    const token = await openSession(user.id)
    await setPassword(user.email.toUpperCase(), other)
    expect(await findSession(token)).toBeNull()
    expect(await signIn(user.email, other)).toMatchObject({ userId: user.id })
    await expect(setPassword(user.email, 'short')).rejects.toEqual(refused('invalid'))
    await expect(setPassword(user.email, user.email)).rejects.toEqual(refused('invalid'))
    await expect(setPassword('nobody@example.com', other)).rejects.toEqual(refused('not_found'))
  })

  it('get another name', async () => {
    const user = await createUser()
    await renameUser(user.id, ' Grace ')
    expect((await findSession(await openSession(user.id)))?.user).toMatchObject({ name: 'Grace' })
    await expect(renameUser(user.id, ' ')).rejects.toEqual(refused('invalid'))
  })

  it('are listed for the operator, without their hashes', async () => {
    const { organization } = await createTenant()
    const user = await createMember(organization.id, 'manager', { password })
    const users = await listUsers()
    expect(users.find(({ id }) => id === user.id)).toEqual({
      ...user,
      createdAt: expect.any(Date),
      emailConfirmedAt: expect.any(Date),
      organizations: [{ slug: organization.slug, role: 'manager' }],
    })
    expect(JSON.stringify(users)).not.toContain('argon2')
    expect(await db().prisma.user.count()).toBe(users.length)
  })
})
