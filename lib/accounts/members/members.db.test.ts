import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { findInvitation } from '@/lib/accounts/invitations/find-by-token'
import { changeRole } from '@/lib/accounts/members/change-role'
import { findMembership } from '@/lib/accounts/members/find-membership'
import { listMembers } from '@/lib/accounts/members/list'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { removeMember } from '@/lib/accounts/members/remove'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { db } from '@/lib/db/db'
import type { Role } from '@/lib/generated/prisma/enums'
import { createMember, createUser, type TestUser } from '@/lib/testing/factories'

let organizationId: number
let slug: string
let owner: TestUser
let manager: TestUser
let member: TestUser

const newOrganization = () => createOrganization({ slug: `o-${randomUUID()}`, name: 'Acme' })
const refused = (code: string) => expect.objectContaining({ code })
const outcomes = async (work: Promise<unknown>[]) => (await Promise.allSettled(work)).map(({ status }) => status).sort()

async function rolesNow(): Promise<Record<string, Role>> {
  return Object.fromEntries((await listMembers(organizationId)).map(({ email, role }) => [email, role]))
}

async function invite(actor: TestUser, role: Role, organization = organizationId): Promise<string> {
  const email = `${randomUUID()}@example.com`
  return (await createInvitation({ organizationId: organization, userId: actor.id }, { email, role })).token
}

beforeEach(async () => {
  const organization = await newOrganization()
  organizationId = organization.id
  slug = organization.slug
  owner = await createMember(organizationId, 'owner', { name: 'Olga' })
  manager = await createMember(organizationId, 'manager', { name: 'Max' })
  member = await createMember(organizationId, 'member', { name: 'Mia' })
})

describe('members', () => {
  const aMoment = { timeout: 10_000 }

  it('are listed in the order they joined', async () => {
    const members = await listMembers(organizationId)
    expect(members.map(({ name, role }) => [name, role])).toEqual([
      ['Olga', 'owner'],
      ['Max', 'manager'],
      ['Mia', 'member'],
    ])
    expect(members[0]).toEqual({
      userId: owner.id,
      email: owner.email,
      name: 'Olga',
      role: 'owner',
      joinedAt: expect.any(Date),
      lastSeenAt: null,
    })
  })

  it('find their organization, and no one else does', async () => {
    const stranger = await createUser()
    expect(await findMembership(manager.id, slug)).toMatchObject({
      organization: { id: organizationId },
      role: 'manager',
    })
    expect(await findMembership(stranger.id, slug)).toBeNull()
    expect(await findMembership(manager.id, 'no-such-organization')).toBeNull()
  })

  it.each(['', '\0', `a\0b`, 'Acme', '-', 'x'.repeat(5_000), '\ud800'])(
    'find none under %j, which can be the short name of none',
    async (impossible) => {
      expect(await findMembership(manager.id, impossible)).toBeNull()
    },
  )

  it('are seen, at most every five minutes', async () => {
    const seen = async () => (await listMembers(organizationId)).find(({ userId }) => userId === member.id)?.lastSeenAt
    await findMembership(member.id, slug)
    await expect.poll(seen, aMoment).toBeInstanceOf(Date)
    const first = await seen()
    await findMembership(member.id, slug)
    expect(await seen()).toEqual(first)
    const where = { organizationId_userId: { organizationId, userId: member.id } }
    await db().prisma.membership.update({ where, data: { lastSeenAt: new Date(Date.now() - 301_000) } })
    await findMembership(member.id, slug)
    await expect
      .poll(async () => (await seen())?.getTime(), aMoment)
      .toBeGreaterThanOrEqual(first?.getTime() ?? Infinity)
  })

  it('belong to several organizations', async () => {
    const other = await createOrganization({ slug: `o-${randomUUID()}`, name: 'Aardvark' })
    await db().prisma.membership.create({ data: { organizationId: other.id, userId: member.id, role: 'owner' } })
    expect((await listMemberships(member.id)).map(({ name, role }) => [name, role])).toEqual([
      ['Aardvark', 'owner'],
      ['Acme', 'member'],
    ])
    await findMembership(member.id, slug)
    await expect.poll(async () => (await listMemberships(member.id))[0]?.name, aMoment).toBe('Acme')
    expect(await listMemberships((await createUser()).id)).toEqual([])
  })
})

describe('roles of members', () => {
  const change = (actor: TestUser | 'operator', target: TestUser, role: Role) =>
    changeRole({ organizationId, userId: actor === 'operator' ? null : actor.id }, { userId: target.id, role })

  it('are changed by owners, managers and the operator', async () => {
    await change(owner, member, 'owner')
    await change(manager, manager, 'member')
    await change('operator', owner, 'manager')
    expect(await rolesNow()).toEqual({ [owner.email]: 'manager', [manager.email]: 'member', [member.email]: 'owner' })
  })

  it('count on the next request', async () => {
    await change(owner, member, 'manager')
    expect((await findMembership(member.id, slug))?.role).toBe('manager')
  })

  it('of owners are out of reach for managers, and all are for members', async () => {
    await expect(change(manager, member, 'owner')).rejects.toEqual(refused('forbidden'))
    await expect(change(manager, manager, 'owner')).rejects.toEqual(refused('forbidden'))
    await expect(change(manager, owner, 'member')).rejects.toEqual(refused('forbidden'))
    await expect(change(member, member, 'manager')).rejects.toEqual(refused('forbidden'))
    expect(await rolesNow()).toEqual({ [owner.email]: 'owner', [manager.email]: 'manager', [member.email]: 'member' })
  })

  it('that are lowered take along the invitations that go beyond the new one', async () => {
    const boss = await createMember(organizationId, 'owner')
    const [asOwner, asManager] = [await invite(boss, 'owner'), await invite(boss, 'manager')]
    const untouched = await invite(owner, 'owner')
    await change(owner, boss, 'manager')
    expect(await findInvitation(asOwner)).toBeNull()
    expect(await findInvitation(asManager)).not.toBeNull()
    await change(owner, boss, 'member')
    expect(await findInvitation(asManager)).toBeNull()
    expect(await findInvitation(untouched)).not.toBeNull()
  })

  it('leave an owner, also for the operator', async () => {
    await expect(change(owner, owner, 'manager')).rejects.toEqual(refused('conflict'))
    await expect(change('operator', owner, 'member')).rejects.toEqual(refused('conflict'))
    await change(owner, owner, 'owner')
  })

  it('leave an owner when two demote each other at once', async () => {
    for (let round = 0; round < 10; round++) {
      await change('operator', owner, 'owner')
      await change('operator', manager, 'owner')
      const demotions = [change(owner, manager, 'member'), change(manager, owner, 'member')]
      expect(await outcomes(demotions)).toEqual(['fulfilled', 'rejected'])
      expect(Object.values(await rolesNow()).filter((role) => role === 'owner')).toHaveLength(1)
    }
  })

  it('in another organization look like ones that do not exist', async () => {
    const other = await newOrganization()
    const stranger = await createMember(other.id, 'owner')
    const nobody = { id: 2_000_000_000, email: '', name: '' }
    for (const target of [stranger, nobody]) {
      const message = 'No such member in this organization'
      await expect(change(owner, target, 'member')).rejects.toMatchObject({ code: 'not_found', message })
    }
    await expect(change(stranger, member, 'manager')).rejects.toEqual(refused('not_found'))
    expect((await listMembers(other.id))[0]?.role).toBe('owner')
  })
})

describe('removing members', () => {
  const remove = (actor: TestUser | 'operator', target: TestUser) =>
    removeMember({ organizationId, userId: actor === 'operator' ? null : actor.id }, { userId: target.id })

  it('shuts them out from the next request on, and nowhere else', async () => {
    const other = await newOrganization()
    await db().prisma.membership.create({ data: { organizationId: other.id, userId: member.id, role: 'member' } })
    await remove(manager, member)
    expect(await findMembership(member.id, slug)).toBeNull()
    expect(await findMembership(member.id, other.slug)).not.toBeNull()
  })

  it('ends the invitations that they made here, and no others', async () => {
    const other = await newOrganization()
    await db().prisma.membership.create({ data: { organizationId: other.id, userId: manager.id, role: 'manager' } })
    const [theirs, elsewhere] = [await invite(manager, 'member'), await invite(manager, 'member', other.id)]
    const ours = await invite(owner, 'manager')
    await remove(owner, manager)
    expect(await findInvitation(theirs)).toBeNull()
    expect(await findInvitation(elsewhere)).not.toBeNull()
    expect(await findInvitation(ours)).not.toBeNull()
  })

  it('is not undone through a link that they kept, also when they open it at once', async () => {
    for (let round = 0; round < 5; round++) {
      const going = await createMember(organizationId, 'manager')
      const kept = await invite(going, 'manager')
      const [removal, coming] = await Promise.allSettled([remove(owner, going), acceptInvitation(kept, going.id)])
      expect([removal.status, coming.status]).toEqual(['fulfilled', 'rejected'])
      await expect(acceptInvitation(kept, going.id)).rejects.toEqual(refused('not_found'))
      expect(await findMembership(going.id, slug)).toBeNull()
    }
  })

  it('is open to everyone for themselves', async () => {
    await remove(member, member)
    await remove(manager, manager)
    expect(Object.keys(await rolesNow())).toEqual([owner.email])
  })

  it('is closed to members, and for owners to managers', async () => {
    await expect(remove(member, manager)).rejects.toEqual(refused('forbidden'))
    await expect(remove(manager, owner)).rejects.toEqual(refused('forbidden'))
    expect(await listMembers(organizationId)).toHaveLength(3)
  })

  it('leaves an owner, no matter who asks', async () => {
    await expect(remove(owner, owner)).rejects.toEqual(refused('conflict'))
    await expect(remove('operator', owner)).rejects.toEqual(refused('conflict'))
  })

  it('leaves an owner when all of them leave at once', async () => {
    const owners = [owner, ...(await Promise.all([1, 2, 3].map(() => createMember(organizationId, 'owner'))))]
    const leaving = owners.map((person) => remove(person, person))
    expect(await outcomes(leaving)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(Object.values(await rolesNow()).filter((role) => role === 'owner')).toHaveLength(1)
  })

  it('does not reach into another organization', async () => {
    const stranger = await createMember((await newOrganization()).id, 'owner')
    await expect(remove(owner, stranger)).rejects.toEqual(refused('not_found'))
    await expect(remove(stranger, member)).rejects.toEqual(refused('not_found'))
    await expect(remove(stranger, stranger)).rejects.toEqual(refused('not_found'))
  })
})
