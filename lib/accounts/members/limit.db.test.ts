import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { findInvitation } from '@/lib/accounts/invitations/find-by-token'
import { joinInvited } from '@/lib/accounts/invitations/join-invited'
import { registerInvited } from '@/lib/accounts/invitations/register'
import { readMembers } from '@/lib/accounts/members/list'
import { removeMember } from '@/lib/accounts/members/remove'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { holdOrganization } from '@/lib/accounts/organizations/hold'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { createUser } from '@/lib/testing/factories'

let organizationId: number

const newEmail = () => `${randomUUID()}@example.com`
const invite = (email = newEmail()) => createInvitation(operatorOf(organizationId), { email, role: 'member' })
const countMembers = () => db().prisma.membership.count({ where: { organizationId } })

async function addMembers(count: number, role: 'owner' | 'member' = 'member') {
  const users = await db().prisma.user.createManyAndReturn({
    data: Array.from({ length: count }, () => ({ email: newEmail() })),
  })
  await db().prisma.membership.createMany({ data: users.map(({ id }) => ({ organizationId, userId: id, role })) })
}

beforeEach(async () => {
  organizationId = (await createOrganization({ slug: `o-${randomUUID()}`, name: 'Acme' })).id
})

describe('members of a large organization', () => {
  it('are read in pages, with the number of all owners on each', async () => {
    await addMembers(2, 'owner')
    await addMembers(118)
    const first = await readMembers(organizationId, 1)
    expect(first).toMatchObject({ total: 120, page: 1, pages: 3, owners: 2 })
    expect(first.rows).toHaveLength(50)
    const last = await readMembers(organizationId, 999)
    expect(last).toMatchObject({ total: 120, page: 3, pages: 3, owners: 2 })
    expect(last.rows).toHaveLength(20)
    const second = await readMembers(organizationId, 2)
    const ids = [first, second, last].flatMap(({ rows }) => rows.map(({ userId }) => userId))
    expect(new Set(ids).size).toBe(120)
  })
})

describe('an organization that is full', () => {
  const full = { code: 'conflict', message: expect.stringContaining('3 members, and can have at most 3') }
  const person = { name: 'Grace Hopper', password: 'correct horse', address: null }

  beforeEach(() => {
    env().MAX_MEMBERS_PER_ORGANIZATION = 3
  })
  afterEach(() => {
    env().MAX_MEMBERS_PER_ORGANIZATION = 2000
  })

  it('refuses another invitation', async () => {
    await addMembers(3)
    await expect(invite()).rejects.toMatchObject(full)
  })

  it('takes no one more through a link or a provider, and the invitation stays open until there is room', async () => {
    await addMembers(2)
    const email = newEmail()
    const [byLink, byForm] = [await invite(), await invite()]
    await invite(email)
    await addMembers(1)
    const user = await createUser()
    await expect(acceptInvitation(byLink.token, user.id)).rejects.toMatchObject(full)
    await expect(registerInvited({ ...person, token: byForm.token })).rejects.toMatchObject(full)
    expect(await joinInvited({ email })).toBeNull()
    expect(await countMembers()).toBe(3)
    expect(await findInvitation(byLink.token)).not.toBeNull()
    const { userId } = await db().prisma.membership.findFirstOrThrow({ where: { organizationId } })
    await removeMember(operatorOf(organizationId), { userId })
    await acceptInvitation(byLink.token, user.id)
    expect(await countMembers()).toBe(3)
  })

  it('does not keep an invited person out of another organization', async () => {
    await addMembers(2)
    const email = newEmail()
    await invite(email)
    await addMembers(1)
    const other = await createOrganization({ slug: `o-${randomUUID()}`, name: 'Other' })
    await createInvitation(operatorOf(other.id), { email, role: 'member' })
    const user = await joinInvited({ email })
    const memberships = await db().prisma.membership.findMany({ where: { userId: user?.id ?? 0 } })
    expect(memberships.map((membership) => membership.organizationId)).toEqual([other.id])
    expect(await db().prisma.invitation.count({ where: { organizationId, email, acceptedAt: null } })).toBe(1)
  })

  it('that is being changed keeps an invited person out of itself alone', async () => {
    const email = newEmail()
    await invite(email)
    const other = await createOrganization({ slug: `o-${randomUUID()}`, name: 'Other' })
    await createInvitation(operatorOf(other.id), { email, role: 'member' })
    const user = await db().prisma.$transaction(async (tx) => {
      await holdOrganization(tx, organizationId)
      return joinInvited({ email })
    })
    const memberships = await db().prisma.membership.findMany({ where: { userId: user?.id ?? 0 } })
    expect(memberships.map((membership) => membership.organizationId)).toEqual([other.id])
    expect(await db().prisma.invitation.count({ where: { organizationId, email, acceptedAt: null } })).toBe(1)
  })

  it('finds room once for two who join at once', async () => {
    await addMembers(2)
    const invitations = [await invite(), await invite()]
    const users = [await createUser(), await createUser()]
    const joins = invitations.map(({ token }, n) => acceptInvitation(token, users[n]?.id ?? 0))
    expect((await Promise.allSettled(joins)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await countMembers()).toBe(3)
  })
})
