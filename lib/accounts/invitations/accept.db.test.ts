import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/accounts/actor'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { createInvitation, type NewInvitation } from '@/lib/accounts/invitations/create'
import { findInvitation } from '@/lib/accounts/invitations/find-by-token'
import { listInvitations } from '@/lib/accounts/invitations/list'
import { registerInvited } from '@/lib/accounts/invitations/register'
import { findMembership } from '@/lib/accounts/members/find-membership'
import { listMembers } from '@/lib/accounts/members/list'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { findSession } from '@/lib/accounts/sessions/find'
import { startSession } from '@/lib/accounts/sessions/start'
import { fingerprintPassword } from '@/lib/accounts/users/known-browser'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { db } from '@/lib/db/db'
import { inTransaction } from '@/lib/db/transaction'
import { createMember, createUser, type TestUser } from '@/lib/testing/factories'

let organizationId: number
let slug: string
let owner: TestUser
let manager: TestUser

const newEmail = () => `${randomUUID()}@example.com`
const newOrganization = () => createOrganization({ slug: `o-${randomUUID()}`, name: 'Acme' })
const refused = (code: string) => expect.objectContaining({ code })
const person = { name: 'Grace Hopper', password: 'correct horse', address: null }

const invite = (fields: Partial<NewInvitation> = {}, actor: Partial<Actor> = {}) =>
  createInvitation({ organizationId, userId: owner.id, ...actor }, { email: newEmail(), role: 'member', ...fields })

beforeEach(async () => {
  const organization = await newOrganization()
  organizationId = organization.id
  slug = organization.slug
  owner = await createMember(organizationId, 'owner', { name: 'Olga' })
  manager = await createMember(organizationId, 'manager', { name: 'Max' })
})

describe('accepting an invitation', () => {
  it('lets a user join as themselves, whatever their address', async () => {
    const user = await createUser()
    const { token } = await invite({ role: 'manager' })
    expect(await acceptInvitation(token, user.id)).toBe(slug)
    expect(await findMembership(user.id, slug)).toMatchObject({ role: 'manager' })
    expect(await listInvitations(organizationId)).toEqual([])
  })

  it('changes nothing for a member and leaves the link open', async () => {
    const { token } = await invite({ role: 'owner' })
    await expect(acceptInvitation(token, manager.id)).rejects.toEqual(refused('conflict'))
    expect(await findMembership(manager.id, slug)).toMatchObject({ role: 'manager' })
    expect(await findInvitation(token)).not.toBeNull()
  })

  it('works for one of many at once', async () => {
    const { token } = await invite()
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => createUser()))
    const results = await Promise.allSettled([
      ...users.map(({ id }) => acceptInvitation(token, id)),
      registerInvited({ token, ...person }),
      registerInvited({ token, ...person, password: 'battery staple' }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listMembers(organizationId)).toHaveLength(3)
  })
})

describe('registering through an invitation', () => {
  it('makes a user with the address that was invited, who is signed in and can sign in again', async () => {
    const { token, email } = await invite()
    const { user, slug: joined } = await registerInvited({ token, ...person })
    expect(joined).toBe(slug)
    expect((await findSession((await startSession(user, 'here')) ?? ''))?.user).toMatchObject({
      email,
      name: 'Grace Hopper',
    })
    expect(await findMembership(user.userId, slug)).toMatchObject({ role: 'member' })
    expect(await signInWithPassword({ email, password: person.password, address: null })).toEqual(user)
  })

  it('signs in who has an account, with its password alone, and changes nothing of it', async () => {
    const known = await createUser({ name: 'Ada', password: 'first password' })
    const { token } = await invite({ email: known.email })
    const message = 'Wrong e-mail address or password.'
    await expect(registerInvited({ token, ...person })).rejects.toMatchObject({ code: 'forbidden', message })
    const { user, slug: joined } = await registerInvited({ token, ...person, password: 'first password' })
    expect(joined).toBeNull()
    expect(await findMembership(known.id, slug)).toBeNull()
    expect((await findSession((await startSession(user, 'here')) ?? ''))?.user).toEqual(known)
    expect(await acceptInvitation(token, known.id)).toBe(slug)
  })

  it('refuses who has no password, as it refuses a wrong one', async () => {
    const { email } = await createUser()
    const { token } = await invite({ email })
    await expect(registerInvited({ token, ...person })).rejects.toEqual(refused('forbidden'))
  })

  it('takes the attempts that signing in has, from addresses with an account and without', async () => {
    const known = await createUser({ password: 'first password' })
    for (const email of [known.email, newEmail()]) {
      const { token } = await invite({ email })
      for (let attempt = 0; attempt < 10; attempt++) {
        expect(await signInWithPassword({ email, password: 'wrong password', address: null })).toBeNull()
      }
      await expect(registerInvited({ token, ...person })).rejects.toEqual(refused('rate_limited'))
    }
  })

  it('lets the account in from a browser that it signed in with before, whatever strangers have tried', async () => {
    const { email } = await createUser({ password: 'first password' })
    const { token } = await invite({ email })
    for (let attempt = 0; attempt < 10; attempt++) {
      await signInWithPassword({ email, password: 'wrong password', address: null })
    }
    const { passwordHash } = await db().prisma.user.findUniqueOrThrow({ where: { email } })
    const known = { account: email, browserId: 'mine', fingerprint: fingerprintPassword(passwordHash ?? '') }
    const entered = await registerInvited({ token, ...person, password: 'first password', known })
    expect(entered.email).toBe(email)
  })

  it('makes one user of an address that two organizations invite, at once', async () => {
    const email = newEmail()
    const other = await newOrganization()
    const stranger = await createMember(other.id, 'owner')
    const [here, there] = [
      await invite({ email }),
      await invite({ email }, { organizationId: other.id, userId: stranger.id }),
    ]
    const [first, second] = await Promise.all([here, there].map(({ token }) => registerInvited({ token, ...person })))
    expect(first?.user).toEqual(second?.user)
    expect([first?.slug, second?.slug].filter((joined) => joined !== null)).toHaveLength(1)
  })

  it('takes the password of the user that an address got at the same moment', async () => {
    const email = newEmail()
    const other = await newOrganization()
    const stranger = await createMember(other.id, 'owner')
    const there = await invite({ email }, { organizationId: other.id, userId: stranger.id })
    const { token } = await invite({ email })
    const results = await Promise.allSettled([
      registerInvited({ token, ...person }),
      registerInvited({ token: there.token, ...person, password: 'battery staple' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = results.find((result) => result.status === 'rejected')
    expect(lost?.reason).toEqual(refused('forbidden'))
  })

  it.each([{ name: ' ' }, { password: 'short' }, { name: 'a\0b' }])('refuses %j', async (fields) => {
    const { token } = await invite()
    await expect(registerInvited({ token, ...person, ...fields })).rejects.toEqual(refused('invalid'))
    expect(await findInvitation(token)).not.toBeNull()
  })

  it('refuses the address as password', async () => {
    const { token, email } = await invite()
    const password = email.toUpperCase()
    await expect(registerInvited({ token, name: 'Grace', password, address: null })).rejects.toEqual(refused('invalid'))
  })
})

it('of those who join an organization at once, one waits with a connection for a change of it', async () => {
  const { token } = await invite()
  const users = await Promise.all(Array.from({ length: 6 }, () => createUser()))
  const waiting = async () => {
    const { rows } = await db().people.query<{ count: number }>(
      `SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE NOT granted AND datname = current_database()`,
    )
    return rows[0]?.count ?? 0
  }
  const seen: number[] = []
  const joining = await inTransaction(db().people, new AbortController().signal, async (client) => {
    await client.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [organizationId])
    const all = Promise.allSettled(users.map(({ id }) => acceptInvitation(token, id)))
    while (seen.filter((count) => count > 0).length < 20) seen.push(await waiting())
    return { all }
  })
  expect(Math.max(...seen)).toBe(1)
  expect((await joining.all).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
