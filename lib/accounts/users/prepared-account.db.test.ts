import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { registerInvited } from '@/lib/accounts/invitations/register'
import { findMembership } from '@/lib/accounts/members/find-membership'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { deleteOrganization } from '@/lib/accounts/organizations/delete'
import { findSession } from '@/lib/accounts/sessions/find'
import { startSession } from '@/lib/accounts/sessions/start'
import { changePassword } from '@/lib/accounts/users/change-password'
import { confirmEmail } from '@/lib/accounts/users/confirm-email'
import { disconnectAccount } from '@/lib/accounts/users/disconnect-account'
import { listWaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { setPassword } from '@/lib/accounts/users/set-password'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { signInWithProvider } from '@/lib/accounts/users/sign-in-with-provider'
import { db } from '@/lib/db/db'
import { createTenant, createUser, openSession } from '@/lib/testing/factories'

const [managersPassword, newPassword] = ['known to the manager', 'known to Grace alone']
const refused = (code: string) => expect.objectContaining({ code })
const recent = async (userId: number) => {
  const session = await findSession(await openSession(userId))
  return { userId, sessionId: session?.sessionId ?? 0, signedInRecently: true, choseToConnect: true }
}

function identity(email: string, fields = {}) {
  return { provider: 'oidc', providerAccountId: randomUUID(), email, emailVerified: true, name: 'Any', ...fields }
}

async function invite(email: string) {
  const { organization } = await createTenant()
  const { id: organizationId, slug } = organization
  return { slug, ...(await createInvitation(operatorOf(organizationId), { email, role: 'member' })) }
}

/** A manager invites the address of another person, registers it, and connects their own single sign-on. */
async function prepareAccount() {
  const email = `${randomUUID()}@example.com`
  const { token } = await invite(email)
  const { user } = await registerInvited({ token, name: 'Grace', password: managersPassword, address: null })
  const managers = identity('manager@example.com')
  await signInWithProvider(managers, await recent(user.userId))
  return { email, userId: user.userId, managers, session: await openSession(user.userId) }
}

/** An application that may read an organization for the user. */
async function applicationOf(userId: number) {
  const { organizationId } = await db().prisma.membership.findFirstOrThrow({ where: { userId } })
  const address = 'https://assistant.example'
  const code = { codeHash: randomUUID(), codeChallenge: randomUUID(), expiresAt: new Date(Date.now() + 60_000) }
  const client = { clientId: address, clientName: 'Assistant', redirectUri: address, resource: address }
  await db().prisma.oauthGrant.create({ data: { organizationId, userId, ...client, ...code } })
}

describe('an account that a manager prepared for another person', () => {
  it('has no way in left for the manager once the operator set its password', async () => {
    const { email, managers, session } = await prepareAccount()
    await setPassword(email, newPassword)
    expect(await signInWithProvider(managers, null)).toMatchObject({ outcome: 'refused' })
    expect(await signInWithPassword({ email, password: managersPassword, address: null })).toBeNull()
    expect(await findSession(session)).toBeNull()
  })

  it('has none left either once the person changed its password', async () => {
    const { userId, managers, session } = await prepareAccount()
    await changePassword({ userId, currentPassword: managersPassword, newPassword })
    expect(await signInWithProvider(managers, null)).toMatchObject({ outcome: 'refused' })
    expect(await findSession(session)).toBeNull()
  })

  it('keeps connected accounts, and no session, when told to', async () => {
    const { email, userId, managers, session } = await prepareAccount()
    await setPassword(email, newPassword, { keepSignIns: true })
    const again = await openSession(userId)
    await changePassword({ userId, currentPassword: newPassword, newPassword: managersPassword, keepSignIns: true })
    expect(await signInWithProvider(managers, null)).toMatchObject({ outcome: 'signed-in' })
    for (const token of [session, again]) expect(await findSession(token)).toBeNull()
  })

  it('joins no second organization before its address is confirmed', async () => {
    const { email, userId } = await prepareAccount()
    const { token, slug } = await invite(email)
    await expect(acceptInvitation(token, userId)).rejects.toEqual(refused('forbidden'))
    await db().prisma.membership.deleteMany({ where: { userId } })
    await expect(acceptInvitation(token, userId)).rejects.toEqual(refused('forbidden'))
    expect(await findMembership(userId, slug)).toBeNull()
    await confirmEmail(email)
    expect(await acceptInvitation(token, userId)).toBe(slug)
  })

  it('joins no other organization when the first was deleted, and the first again when it had left', async () => {
    const { email, userId } = await prepareAccount()
    const { organizationId } = await db().prisma.membership.findFirstOrThrow({ where: { userId } })
    await db().prisma.membership.deleteMany({ where: { userId } })
    const again = await createInvitation(operatorOf(organizationId), { email, role: 'member' })
    await acceptInvitation(again.token, userId)
    const { slug } = await db().prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
    await deleteOrganization(slug, slug, () => undefined)
    const { token } = await invite(email)
    await expect(acceptInvitation(token, userId)).rejects.toEqual(refused('forbidden'))
    await confirmEmail(email)
    await acceptInvitation(token, userId)
  })

  it('joins no organization that invites the person, and is theirs alone once the operator gave it to them', async () => {
    const { email, userId, managers, session } = await prepareAccount()
    const { token, slug } = await invite(email)
    const enter = (password: string) => registerInvited({ token, name: 'Grace', password, address: null })
    expect(await enter(managersPassword)).toMatchObject({ slug: null })
    await expect(acceptInvitation(token, userId)).rejects.toEqual(refused('forbidden'))
    await expect(enter(newPassword)).rejects.toEqual(refused('forbidden'))
    const vouched = await signInWithProvider(identity(email), null)
    expect(vouched).toEqual({ outcome: 'refused', reason: 'account-exists' })
    expect(await findMembership(userId, slug)).toBeNull()
    await setPassword(email, newPassword)
    const { user } = await enter(newPassword)
    expect(await acceptInvitation(token, user.userId)).toBe(slug)
    await expect(enter(managersPassword)).rejects.toEqual(refused('not_found'))
    expect(await signInWithPassword({ email, password: managersPassword, address: null })).toBeNull()
    expect(await signInWithProvider(managers, null)).toMatchObject({ outcome: 'refused' })
    expect(await findSession(session)).toBeNull()
  })

  it.each(['connected', 'used'])(
    'is theirs alone once a provider vouched for the address of an account %s',
    async (way) => {
      const { email, userId, managers, session } = await prepareAccount()
      await applicationOf(userId)
      const theirs = identity(email, { provider: 'github', emailVerified: way === 'connected' })
      await signInWithProvider(theirs, await recent(userId))
      const vouched = await signInWithProvider({ ...theirs, emailVerified: true }, null)
      if (vouched.outcome === 'refused') throw new Error(vouched.reason)
      const { token, slug } = await invite(email)
      expect(await acceptInvitation(token, userId)).toBe(slug)
      expect(await listWaysToSignIn(userId)).toMatchObject({ password: null, accounts: [{ provider: 'github' }] })
      expect(await signInWithPassword({ email, password: managersPassword, address: null })).toBeNull()
      expect(await signInWithProvider(managers, null)).toMatchObject({ outcome: 'refused' })
      expect(await findSession(session)).toBeNull()
      expect(await db().prisma.oauthGrant.count({ where: { userId } })).toBe(0)
      expect(await startSession(vouched.user, 'here')).not.toBeNull()
    },
  )

  it('keeps a password that its holder sets after a provider vouched for the address', async () => {
    const { email, userId } = await prepareAccount()
    const theirs = identity(email, { provider: 'github' })
    await signInWithProvider(theirs, await recent(userId))
    await changePassword({ userId, currentPassword: '', newPassword, signedInRecently: true, keepSignIns: true })
    const session = await openSession(userId)
    expect(await signInWithProvider(theirs, null)).toMatchObject({ outcome: 'signed-in' })
    expect(await signInWithPassword({ email, password: newPassword, address: null })).not.toBeNull()
    expect(await findSession(session)).not.toBeNull()
  })

  it('is made the owner of no organization by its address alone', async () => {
    const { email, userId } = await prepareAccount()
    const input = { name: 'Second', owner: { email, password: newPassword } }
    const create = () => createOrganization({ slug: `o-${randomUUID()}`, ...input })
    await expect(create()).rejects.toEqual(refused('conflict'))
    await setPassword(email, newPassword)
    expect(await findMembership(userId, (await create()).slug)).toMatchObject({ role: 'owner' })
  })

  it('ends the sessions that an account may have opened, when that is disconnected', async () => {
    const { userId, session } = await prepareAccount()
    const own = await openSession(userId)
    const { sessionId = 0 } = (await findSession(own)) ?? {}
    await disconnectAccount({ userId, sessionId, provider: 'oidc' })
    expect(await findSession(session)).toBeNull()
    expect(await findSession(own)).not.toBeNull()
  })
})

describe('an address is confirmed', () => {
  const confirmedAt = async (userId: number) => (await listWaysToSignIn(userId)).emailConfirmedAt

  it('by a provider that vouches for the very address, on connecting and on signing in', async () => {
    const user = await createUser({ confirmed: false })
    const theirs = identity(user.email.toUpperCase(), { emailVerified: false })
    await signInWithProvider(theirs, await recent(user.id))
    await signInWithProvider({ ...theirs, email: 'another@example.com', emailVerified: true }, null)
    await signInWithProvider({ ...theirs, email: null, emailVerified: true }, null)
    expect(await confirmedAt(user.id)).toBeNull()
    await signInWithProvider({ ...theirs, emailVerified: true }, null)
    expect(await confirmedAt(user.id)).toEqual(expect.any(Date))
  })

  it('when a provider vouches for an invited address that is new', async () => {
    const email = `${randomUUID()}@example.com`
    await invite(email)
    const answer = await signInWithProvider(identity(email), null)
    if (answer.outcome === 'refused') throw new Error(answer.reason)
    expect(await confirmedAt(answer.user.userId)).toEqual(expect.any(Date))
  })

  it('when the operator creates the account', async () => {
    const email = `${randomUUID()}@example.com`
    await createOrganization({ slug: `o-${randomUUID()}`, name: 'Acme', owner: { email, password: newPassword } })
    const { id } = await db().prisma.user.findUniqueOrThrow({ where: { email } })
    expect(await listWaysToSignIn(id)).toMatchObject({
      emailConfirmedAt: expect.any(Date),
      password: { setAt: expect.any(Date) },
    })
  })
})
