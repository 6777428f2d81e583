import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { findInvitation } from '@/lib/accounts/invitations/find-by-token'
import { revokeInvitation } from '@/lib/accounts/invitations/revoke'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { findSession } from '@/lib/accounts/sessions/find'
import { changePassword } from '@/lib/accounts/users/change-password'
import { disconnectAccount } from '@/lib/accounts/users/disconnect-account'
import { endWaysIn } from '@/lib/accounts/users/end-ways-in'
import { listWaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { type ProviderIdentity, signInWithProvider } from '@/lib/accounts/users/sign-in-with-provider'
import { db } from '@/lib/db/db'
import { createMember, createTenant, createUser, openSession } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'

const refusedFor = (reason: string) => ({ outcome: 'refused', reason })
const signedIn = (userId: number) => ({ outcome: 'signed-in', user: { userId, provenBy: expect.anything() } })

const visitor = async (userId: number, signedInRecently: boolean) => {
  const session = await findSession(await openSession(userId))
  return { userId, sessionId: session?.sessionId ?? 0, signedInRecently, choseToConnect: true }
}
const recent = (userId: number) => visitor(userId, true)
const longAgo = (userId: number) => visitor(userId, false)

function newIdentity(fields: Partial<ProviderIdentity> = {}): ProviderIdentity {
  return {
    provider: 'github',
    providerAccountId: randomUUID(),
    email: `${randomUUID()}@example.com`,
    emailVerified: true,
    name: 'Grace Hopper',
    ...fields,
  }
}

async function invite(email: string | null) {
  const { organization } = await createTenant()
  const invitation = await createInvitation(operatorOf(organization.id), { email: email ?? '', role: 'member' })
  return { ...invitation, organizationId: organization.id, slug: organization.slug }
}

describe('signing in through a provider', () => {
  it('works for an account that a user has connected, whatever its address is now', async () => {
    const user = await createUser()
    const identity = newIdentity({ email: null, emailVerified: false })
    expect(await signInWithProvider(identity, await recent(user.id))).toEqual(signedIn(user.id))
    expect(await signInWithProvider(identity, null)).toEqual(signedIn(user.id))
    expect(await signInWithProvider({ ...identity, provider: 'oidc' }, null)).toEqual(refusedFor('unverified-email'))
  })

  it('makes a user of an invited address and lets them join every organization that invites it', async () => {
    const identity = newIdentity({ email: `${randomUUID()}@Example.COM` })
    const [here, there] = [await invite(identity.email), await invite(identity.email)]
    const answer = await signInWithProvider(identity, null)
    if (answer.outcome !== 'signed-in') throw new Error(answer.reason)
    const { userId } = answer.user
    expect((await listMemberships(userId)).map(({ slug }) => slug).sort()).toEqual([here.slug, there.slug].sort())
    expect(await findInvitation(here.token)).toBeNull()
    expect(await db().prisma.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
      email: identity.email?.toLowerCase(),
      name: 'Grace Hopper',
      passwordHash: null,
    })
    expect(await signInWithProvider(identity, null)).toEqual(answer)
  })

  it('makes one user when it happens twice at once', async () => {
    const identity = newIdentity()
    await invite(identity.email)
    const [first, second] = await Promise.all([signInWithProvider(identity, null), signInWithProvider(identity, null)])
    expect(first).toMatchObject({ outcome: 'signed-in' })
    expect(second).toEqual(first)
  })

  it('is refused for an address that is not invited, or no longer', async () => {
    expect(await signInWithProvider(newIdentity(), null)).toEqual(refusedFor('not-invited'))
    const identity = newIdentity()
    const { organizationId, id: invitationId } = await invite(identity.email)
    await revokeInvitation(operatorOf(organizationId), { invitationId })
    expect(await signInWithProvider(identity, null)).toEqual(refusedFor('not-invited'))
  })

  it.each([{ emailVerified: false }, { email: null }, { email: 'nobody' }])(
    'is refused for an address that the provider does not vouch for: %j',
    async (fields) => {
      const identity = newIdentity()
      await invite(identity.email)
      expect(await signInWithProvider({ ...identity, ...fields }, null)).toEqual(refusedFor('unverified-email'))
    },
  )

  it('never takes over a user with the same address, invited or not', async () => {
    const user = await createUser()
    const identity = newIdentity({ email: user.email })
    expect(await signInWithProvider(identity, null)).toEqual(refusedFor('account-exists'))
    await invite(user.email)
    expect(await signInWithProvider(identity, null)).toEqual(refusedFor('account-exists'))
    expect((await listWaysToSignIn(user.id)).accounts).toEqual([])
  })
})

describe('connecting an account', () => {
  it('is refused when it belongs to someone else, or when there is another one', async () => {
    const [ada, grace] = [await createUser(), await createUser()]
    const identity = newIdentity()
    await signInWithProvider(identity, await recent(ada.id))
    expect(await signInWithProvider(identity, await recent(ada.id))).toEqual(signedIn(ada.id))
    expect(await signInWithProvider(identity, await recent(grace.id))).toEqual(refusedFor('taken'))
    expect(await signInWithProvider(newIdentity(), await recent(ada.id))).toEqual(refusedFor('already-connected'))
    expect((await listWaysToSignIn(grace.id)).accounts).toEqual([])
  })

  it('takes a recent sign-in; using one that is connected does not', async () => {
    const user = await createUser()
    const identity = newIdentity()
    expect(await signInWithProvider(identity, await longAgo(user.id))).toEqual(refusedFor('sign-in-again'))
    expect((await listWaysToSignIn(user.id)).accounts).toEqual([])
    await signInWithProvider(identity, await recent(user.id))
    expect(await signInWithProvider(identity, await longAgo(user.id))).toEqual(signedIn(user.id))
  })

  it('takes the session that chose it; using one that is connected does not', async () => {
    const user = await createUser()
    const identity = newIdentity()
    const unasked = { ...(await recent(user.id)), choseToConnect: false }
    expect(await signInWithProvider(identity, unasked)).toEqual(refusedFor('not-chosen'))
    expect((await listWaysToSignIn(user.id)).accounts).toEqual([])
    await signInWithProvider(identity, await recent(user.id))
    expect(await signInWithProvider(identity, unasked)).toEqual(signedIn(user.id))
  })

  it('is refused to a session that ended in the meantime', async () => {
    const user = await createUser({ password: 'correct horse' })
    const ended = await recent(user.id)
    await changePassword({ userId: user.id, currentPassword: 'correct horse', newPassword: 'battery staple' })
    expect(await signInWithProvider(newIdentity(), ended)).toEqual(refusedFor('sign-in-again'))
    expect((await listWaysToSignIn(user.id)).accounts).toEqual([])
  })

  it('waits for a change of the password that has begun, and is refused', async () => {
    const user = await createUser({ password: 'correct horse' })
    const visiting = await recent(user.id)
    const answer = await db().prisma.$transaction(async (tx) => {
      await tx.user.update({ where: { id: user.id }, data: { passwordHash: 'new' } })
      const connecting = signInWithProvider(newIdentity(), visiting)
      await lockWaits(1)
      await endWaysIn(tx, user.id, { keepSignIns: false })
      return { connecting }
    })
    expect(await answer.connecting).toEqual(refusedFor('sign-in-again'))
    expect((await listWaysToSignIn(user.id)).accounts).toEqual([])
  })

  it('gives an account to one of two who connect it at once', async () => {
    const [ada, grace] = [await createUser(), await createUser()]
    const identity = newIdentity()
    const answers = await Promise.all(
      [ada, grace].map(async ({ id }) => signInWithProvider(identity, await recent(id))),
    )
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'signed-in'])
    expect(answers).toContainEqual(refusedFor('taken'))
  })
})

describe('disconnecting an account', () => {
  it('leaves other ways to sign in', async () => {
    const user = await createUser({ password: 'correct horse' })
    await signInWithProvider(newIdentity(), await recent(user.id))
    await signInWithProvider(newIdentity({ provider: 'oidc' }), await recent(user.id))
    await disconnectAccount({ userId: user.id, provider: 'github', sessionId: 0 })
    expect(await listWaysToSignIn(user.id)).toEqual({
      password: { setAt: null },
      emailConfirmedAt: expect.any(Date),
      accounts: [{ provider: 'oidc', connectedAt: expect.any(Date) }],
    })
  })

  it('ends what applications may read', async () => {
    const { organization } = await createTenant()
    const user = await createMember(organization.id, 'member', { password: 'correct horse' })
    await signInWithProvider(newIdentity(), await recent(user.id))
    const address = 'https://assistant.example'
    const data = { organizationId: organization.id, userId: user.id, clientId: address, clientName: 'Assistant' }
    const code = { codeHash: randomUUID(), codeChallenge: randomUUID(), expiresAt: new Date(Date.now() + 60_000) }
    await db().prisma.oauthGrant.create({ data: { ...data, ...code, redirectUri: address, resource: address } })
    await disconnectAccount({ userId: user.id, provider: 'github', sessionId: 0 })
    expect(await db().prisma.oauthGrant.count({ where: { userId: user.id } })).toBe(0)
  })

  it('is refused for the last way to sign in, also when two go at once', async () => {
    const user = await createUser()
    await signInWithProvider(newIdentity(), await recent(user.id))
    await expect(disconnectAccount({ userId: user.id, provider: 'github', sessionId: 0 })).rejects.toMatchObject({
      code: 'conflict',
    })
    await signInWithProvider(newIdentity({ provider: 'oidc' }), await recent(user.id))
    const both = await Promise.allSettled(
      ['github', 'oidc'].map((provider) => disconnectAccount({ userId: user.id, provider, sessionId: 0 })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await listWaysToSignIn(user.id)).accounts).toHaveLength(1)
  })

  it('does not reach other people', async () => {
    const [ada, grace] = [
      await createUser({ password: 'correct horse' }),
      await createUser({ password: 'correct horse' }),
    ]
    await signInWithProvider(newIdentity(), await recent(ada.id))
    await expect(disconnectAccount({ userId: grace.id, provider: 'github', sessionId: 0 })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await listWaysToSignIn(ada.id)).accounts).toHaveLength(1)
  })
})
