import { describe, expect, it } from 'vitest'
import { crowdOfOrganization, crowdOfPerson, noteLetIn } from '@/lib/accounts/members/crowd-of-person'
import { setPassword } from '@/lib/accounts/users/set-password'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { db } from '@/lib/db/db'
import { createMember, createTenant, createUser, openSession } from '@/lib/testing/factories'
import { endOtherSessions, endSession, endSessionOf } from './end'
import { findSession } from './find'
import { listSessions } from './list'
import { startSession } from './start'

const password = 'correct horse'

/** A session as the one that requests something. */
async function ownOf(token: string) {
  const session = await findSession(token)
  return { userId: session?.user.id ?? 0, sessionId: session?.sessionId ?? 0 }
}

/** One that signed in so many minutes ago. */
async function opened(userId: number, minutesAgo: number) {
  const own = await ownOf(await openSession(userId))
  const signedInAt = new Date(Date.now() - minutesAgo * 60_000)
  await db().prisma.session.update({ where: { id: own.sessionId }, data: { signedInAt } })
  return own
}

const rowOf = (userId: number) => db().prisma.session.findFirstOrThrow({ where: { userId } })

describe('a session', () => {
  it('is found by its token, of which a hash is stored', async () => {
    const user = await createUser()
    const token = await openSession(user.id)
    expect(token).toMatch(/^[\w-]{43}$/)
    const row = await rowOf(user.id)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await findSession(token)).toEqual({ sessionId: row.id, signedInAt: row.signedInAt, user })
    expect(row.expiresAt.getTime() - row.signedInAt.getTime()).toBe(30 * 86_400_000)
    for (const wrong of ['', 'x', `${token}x`, row.tokenHash]) expect(await findSession(wrong)).toBeNull()
  })

  it('tells which crowd its person is of until an organization lets them in', async () => {
    const { organization } = await createTenant()
    const [member, guest] = [await createMember(organization.id, 'member'), await createUser()]
    for (const { id } of [member, guest]) await findSession(await openSession(id))
    expect(crowdOfPerson(member.id)).toEqual([crowdOfOrganization(organization.id)])
    expect(crowdOfPerson(guest.id)).toEqual([crowdOfOrganization(0)])
    noteLetIn(member.id, 7)
    await findSession(await openSession(member.id))
    expect(crowdOfPerson(member.id)).toEqual([crowdOfOrganization(7)])
  })

  it('ends by its token, and only this one', async () => {
    const user = await createUser()
    const [here, there] = [await openSession(user.id), await openSession(user.id)]
    await endSession(here)
    expect(await findSession(here)).toBeNull()
    expect(await findSession(there)).not.toBeNull()
  })

  it('belongs to no one once it has expired, and is dropped with the next sign-in of anyone', async () => {
    const user = await createUser()
    const token = await openSession(user.id)
    const { id } = await rowOf(user.id)
    await db().prisma.session.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await findSession(token)).toBeNull()
    expect(await listSessions(user.id)).toEqual([])
    await openSession((await createUser()).id)
    expect(await db().prisma.session.findUnique({ where: { id } })).toBeNull()
  })

  it('notes to a few minutes when it was last used', async () => {
    const user = await createUser()
    const token = await openSession(user.id)
    const lastSeenAt = new Date(Date.now() - 6 * 60_000)
    await db().prisma.session.updateMany({ where: { userId: user.id }, data: { lastSeenAt } })
    await findSession(token)
    await expect.poll(async () => (await rowOf(user.id)).lastSeenAt.getTime()).toBeGreaterThan(lastSeenAt.getTime())
  })

  it('makes room for a new one when a person has 50', async () => {
    const user = await createUser()
    const first = await openSession(user.id, 'the first')
    for (let number = 0; number < 50; number++) await openSession(user.id)
    expect(await listSessions(user.id)).toHaveLength(50)
    expect(await findSession(first)).toBeNull()
  })

  it('does not start when the password it rests on was replaced while it was checked', async () => {
    const user = await createUser({ password })
    const signedIn = await signInWithPassword({ email: user.email, password, address: null })
    if (!signedIn) throw new Error('Not signed in')
    await setPassword(user.email, 'battery staple')
    expect(await startSession(signedIn, 'here')).toBeNull()
    expect(await listSessions(user.id)).toEqual([])
  })
})

describe('ending sessions', () => {
  it('reaches one of several, and no one else’s', async () => {
    const [ada, grace] = [await createUser(), await createUser()]
    const [hers, theirs] = [await openSession(ada.id), await openSession(grace.id)]
    const [{ id } = { id: 0 }] = await listSessions(ada.id)
    const asking = await openSession(ada.id)
    await expect(endSessionOf(await ownOf(theirs), id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await findSession(hers)).not.toBeNull()
    await endSessionOf(await ownOf(asking), id)
    expect(await findSession(hers)).toBeNull()
    for (const token of [theirs, asking]) expect(await findSession(token)).not.toBeNull()
    await expect(endSessionOf(await ownOf(asking), id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of all but one ends copies of that one too, and moves no sign-in', async () => {
    const user = await createUser()
    const [here, there] = [await openSession(user.id, 'Safari on iPhone'), await openSession(user.id)]
    const session = await findSession(here)
    const own = await ownOf(here)
    const token = await endOtherSessions(own)
    expect(await findSession(here)).toBeNull()
    expect(await findSession(there)).toBeNull()
    expect(await findSession(token)).toMatchObject({ user, signedInAt: session?.signedInAt })
    expect(await listSessions(user.id)).toMatchObject([{ device: 'Safari on iPhone' }])
    await expect(endOtherSessions(own)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('lasts no longer for it', async () => {
    const user = await createUser()
    const own = await ownOf(await openSession(user.id))
    const expiresAt = new Date(Date.now() + 3_600_000)
    await db().prisma.session.update({ where: { id: own.sessionId }, data: { expiresAt } })
    await endOtherSessions(own)
    expect((await rowOf(user.id)).expiresAt).toEqual(expiresAt)
  })

  it('that are newer takes a recent sign-in, so that a stolen one does not keep its owner out', async () => {
    const user = await createUser()
    const [older, stolen, owners] = [await opened(user.id, 60), await opened(user.id, 16), await opened(user.id, 15)]
    await expect(endOtherSessions(stolen)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(endSessionOf(stolen, owners.sessionId)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await listSessions(user.id)).toHaveLength(3)
    await endSessionOf(stolen, older.sessionId)
    await endOtherSessions(owners)
    const [asking, newest] = [await opened(user.id, 5), await opened(user.id, 0)]
    await endSessionOf(asking, newest.sessionId)
    await opened(user.id, 0)
    await endOtherSessions(asking)
    expect(await listSessions(user.id)).toHaveLength(1)
  })
})
