import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/accounts/actor'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { createInvitation, type NewInvitation } from '@/lib/accounts/invitations/create'
import { findInvitation, findJoined } from '@/lib/accounts/invitations/find-by-token'
import { listInvitations, readInvitations } from '@/lib/accounts/invitations/list'
import { registerInvited } from '@/lib/accounts/invitations/register'
import { revokeInvitation } from '@/lib/accounts/invitations/revoke'
import { findMembership } from '@/lib/accounts/members/find-membership'
import { removeMember } from '@/lib/accounts/members/remove'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { generateToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
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

const expire = (id: number) =>
  db().prisma.invitation.updateMany({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })

beforeEach(async () => {
  const organization = await newOrganization()
  organizationId = organization.id
  slug = organization.slug
  owner = await createMember(organizationId, 'owner', { name: 'Olga' })
  manager = await createMember(organizationId, 'manager', { name: 'Max' })
})

describe('inviting', () => {
  it('makes a link of 256 random bits for seven days, which is stored as a hash alone', async () => {
    const { id, token, email, expiresAt } = await invite({ email: ' Grace@Example.COM ' })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(email).toBe('grace@example.com')
    const stored = await db().prisma.invitation.findFirstOrThrow({ where: { id } })
    expect(JSON.stringify(stored)).not.toContain(token)
    const days = (expiresAt.getTime() - stored.createdAt.getTime()) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
  })

  it('is shown to the people of the organization without the link', async () => {
    const { id, token, expiresAt } = await invite({ email: 'grace@example.com', role: 'manager' })
    const [listed] = await listInvitations(organizationId)
    expect(listed).toEqual({
      id,
      email: 'grace@example.com',
      role: 'manager',
      createdBy: { email: owner.email, name: 'Olga' },
      createdAt: expect.any(Date),
      expiresAt,
      expired: false,
    })
    expect(JSON.stringify(listed)).not.toContain(token)
    await expire(id)
    expect(await listInvitations(organizationId)).toMatchObject([{ id, expired: true }])
  })

  it('is read in pages, the newest first, expired ones included', async () => {
    const expiresAt = new Date(0)
    await db().prisma.invitation.createMany({
      data: Array.from({ length: 120 }, (_, n) => {
        const email = `${n}@example.com`
        return { organizationId, email, role: 'member' as const, tokenHash: randomUUID(), expiresAt }
      }),
    })
    const first = await readInvitations(organizationId, 1)
    expect(first).toMatchObject({ total: 120, page: 1, pages: 3 })
    expect(first.rows).toHaveLength(50)
    expect(first.rows[0]).toMatchObject({ email: '119@example.com', expired: true })
    const last = await readInvitations(organizationId, 999)
    expect(last.page).toBe(3)
    expect(last.rows.map(({ email }) => email)).toEqual(Array.from({ length: 20 }, (_, n) => `${19 - n}@example.com`))
  })

  it('replaces the open invitation of an address', async () => {
    const email = newEmail()
    const first = await invite({ email })
    const second = await invite({ email, role: 'manager' })
    expect(await findInvitation(first.token)).toBeNull()
    expect(await listInvitations(organizationId)).toMatchObject([{ id: second.id, role: 'manager' }])
  })

  it('leaves one open invitation of an address when several are made at once', async () => {
    const email = newEmail()
    const made = await Promise.all([1, 2, 3, 4].map(() => invite({ email })))
    const found = await Promise.all(made.map(({ token }) => findInvitation(token)))
    expect(found.filter((invitation) => invitation !== null)).toHaveLength(1)
  })

  it('of owners is for owners and the operator', async () => {
    const email = newEmail()
    await expect(invite({ role: 'owner' }, { userId: manager.id })).rejects.toEqual(refused('forbidden'))
    await invite({ email, role: 'owner' })
    await expect(invite({ email }, { userId: manager.id })).rejects.toEqual(refused('forbidden'))
    expect(await invite({ role: 'owner' }, { userId: null })).toMatchObject({ role: 'owner' })
    expect(await invite({ role: 'manager' }, { userId: manager.id })).toMatchObject({ role: 'manager' })
  })

  it('of an owner blocks no one once it is expired', async () => {
    const { email, id } = await invite({ role: 'owner' })
    await expire(id)
    expect(await invite({ email }, { userId: manager.id })).toMatchObject({ email, role: 'member' })
    expect(await listInvitations(organizationId)).toHaveLength(1)
  })

  it('is closed to members, strangers and removed managers', async () => {
    const member = await createMember(organizationId, 'member')
    const stranger = await createMember((await newOrganization()).id, 'owner')
    await expect(invite({}, { userId: member.id })).rejects.toEqual(refused('forbidden'))
    await expect(invite({}, { userId: stranger.id })).rejects.toEqual(refused('not_found'))
    await removeMember({ organizationId, userId: owner.id }, { userId: manager.id })
    await expect(invite({}, { userId: manager.id })).rejects.toEqual(refused('not_found'))
    expect(await listInvitations(organizationId)).toEqual([])
  })

  it('refuses members and what is no address', async () => {
    await expect(invite({ email: manager.email.toUpperCase() })).rejects.toEqual(refused('conflict'))
    await expect(invite({ email: 'grace' })).rejects.toEqual(refused('invalid'))
  })
})

describe('a link', () => {
  it('says who is invited to what, by whom', async () => {
    const { token, email, expiresAt } = await invite({ role: 'manager' })
    expect(await findInvitation(token)).toEqual({
      organizationId,
      organizationName: 'Acme',
      organizationSlug: slug,
      email,
      role: 'manager',
      invitedBy: 'Olga',
      expiresAt,
    })
  })

  it('looks unknown once it is expired, revoked or used', async () => {
    const [expired, revoked, used] = [await invite(), await invite(), await invite()]
    await expire(expired.id)
    await revokeInvitation({ organizationId, userId: manager.id }, { invitationId: revoked.id })
    await registerInvited({ token: used.token, ...person })
    const { id: userId } = await createUser()
    for (const token of [expired.token, revoked.token, used.token, generateToken(), '', '\0', 'é'.repeat(500)]) {
      expect(await findInvitation(token)).toBeNull()
      const message = 'This invitation cannot be used. Ask for a new link.'
      await expect(acceptInvitation(token, userId)).rejects.toMatchObject({ code: 'not_found', message })
      await expect(registerInvited({ token, ...person })).rejects.toMatchObject({ code: 'not_found', message })
    }
    expect(await findMembership(userId, slug)).toBeNull()
  })

  it('leads the user who accepted it back to the organization, as long as they belong to it', async () => {
    const { token } = await invite()
    const user = await createUser()
    expect(await findJoined(token, user.id)).toBeNull()
    await acceptInvitation(token, user.id)
    expect(await findJoined(token, user.id)).toBe(slug)
    expect(await findJoined(token, owner.id)).toBeNull()
    await removeMember({ organizationId, userId: owner.id }, { userId: user.id })
    expect(await findJoined(token, user.id)).toBeNull()
  })
})

describe('revoking an invitation', () => {
  const revoke = (actor: number, invitationId: number) =>
    revokeInvitation({ organizationId, userId: actor }, { invitationId })

  it('of an owner is for owners', async () => {
    const { id } = await invite({ role: 'owner' })
    await expect(revoke(manager.id, id)).rejects.toEqual(refused('forbidden'))
    await revoke(owner.id, id)
    await expect(revoke(owner.id, id)).rejects.toEqual(refused('not_found'))
  })

  it('does not reach into another organization', async () => {
    const other = await newOrganization()
    const stranger = await createMember(other.id, 'owner')
    const theirs = await invite({}, { organizationId: other.id, userId: stranger.id })
    await expect(revoke(owner.id, theirs.id)).rejects.toEqual(refused('not_found'))
    await expect(revoke(stranger.id, (await invite()).id)).rejects.toEqual(refused('not_found'))
    expect(await findInvitation(theirs.token)).not.toBeNull()
    expect(await listInvitations(other.id)).toHaveLength(1)
  })

  it('comes before accepting it or after, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, token } = await invite()
      const user = await createUser()
      const results = await Promise.allSettled([acceptInvitation(token, user.id), revoke(owner.id, id)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect((await findMembership(user.id, slug)) !== null).toBe(results[0]?.status === 'fulfilled')
    }
  })
})
