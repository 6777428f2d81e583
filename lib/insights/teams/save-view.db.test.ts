import { expect, it } from 'vitest'
import { findMembership } from '@/lib/accounts/members/find-membership'
import { db } from '@/lib/db/db'
import { createMember, createTenant } from '@/lib/testing/factories'
import { saveView } from './save-view'

async function memberOfTeam() {
  const { organization } = await createTenant()
  const { id: organizationId, slug } = organization
  await db().prisma.serviceTeam.create({ data: { organizationId, serviceKey: 'api', team: 'Harbour' } })
  const user = await createMember(organizationId, 'member')
  const viewOf = async (userId: number) => (await findMembership(userId, slug))?.view
  return { actor: { organizationId, userId: user.id }, viewOf }
}

it('keeps a view of one person in one organization, as its names are spelled, until it is blank', async () => {
  const { actor, viewOf } = await memberOfTeam()
  const colleague = await createMember(actor.organizationId, 'member')
  await saveView(actor, { team: ' harbour ', environment: 'Production' })
  expect(await viewOf(actor.userId)).toEqual({ team: 'Harbour', environment: 'production' })
  expect(await viewOf(colleague.id)).toEqual({ team: null, environment: null })
  await saveView(actor, { team: '', environment: ' ' })
  expect(await viewOf(actor.userId)).toEqual({ team: null, environment: null })
})

it('knows no team of another organization, and no one who is not a member', async () => {
  const { actor, viewOf } = await memberOfTeam()
  const other = await memberOfTeam()
  await db().prisma.serviceTeam.updateMany({
    where: { organizationId: other.actor.organizationId },
    data: { team: 'Quay' },
  })
  await expect(saveView(actor, { team: 'Quay', environment: '' })).rejects.toThrow('No service belongs to a team')
  expect(await viewOf(actor.userId)).toEqual({ team: null, environment: null })
  const stranger = { organizationId: actor.organizationId, userId: other.actor.userId }
  await expect(saveView(stranger, { team: 'Harbour', environment: '' })).rejects.toThrow('nothing at this address')
})
