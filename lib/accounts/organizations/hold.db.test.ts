import { expect, test } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { removeMember } from '@/lib/accounts/members/remove'
import { db } from '@/lib/db/db'
import { createMember, createTenant } from '@/lib/testing/factories'
import { changeSetting } from './change-setting'

const change = (organizationId: number) => changeSetting(operatorOf(organizationId), 'timeZone', 'Europe/Berlin')
const refused = { code: 'unavailable', message: expect.stringContaining('not finished') }

test('a change that waits for another of its organization gives its connection back, and those after it sooner', async () => {
  const [{ organization }, { organization: other }] = [await createTenant(), await createTenant()]
  const { people } = db()
  const holder = await people.connect()
  const ended: string[] = []
  try {
    await holder.query('BEGIN')
    const both = [organization.id, other.id]
    await holder.query('SELECT FROM organizations WHERE id = ANY ($1) FOR NO KEY UPDATE', [both])
    await expect(change(organization.id)).rejects.toMatchObject(refused)
    const first = expect(change(other.id)).rejects.toMatchObject(refused)
    const next = expect(change(organization.id)).rejects.toMatchObject(refused)
    await Promise.all([first.then(() => ended.push('first')), next.then(() => ended.push('next'))])
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  expect(ended).toEqual(['next', 'first'])
  expect(await change(organization.id)).toMatchObject({ timeZone: 'Europe/Berlin' })
})

test('one change after the other does not keep all others from waiting for their turn', async () => {
  const { organization } = await createTenant()
  const owner = await createMember(organization.id, 'owner')
  const member = await createMember(organization.id, 'member')
  const { people } = db()
  const holder = await people.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organization.id])
  let letGo: Promise<unknown> | undefined
  try {
    await expect(change(organization.id)).rejects.toMatchObject(refused)
    const removed = removeMember({ organizationId: organization.id, userId: owner.id }, { userId: member.id })
    await expect(change(organization.id)).rejects.toMatchObject(refused)
    letGo = holder.query('ROLLBACK')
    await removed
  } finally {
    await (letGo ?? holder.query('ROLLBACK'))
    holder.release()
  }
  expect(await db().prisma.membership.count({ where: { organizationId: organization.id, userId: member.id } })).toBe(0)
})
