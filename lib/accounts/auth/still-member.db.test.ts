import { beforeEach, expect, it } from 'vitest'
import type { Member } from '@/lib/accounts/auth/require-member'
import { removeMember } from '@/lib/accounts/members/remove'
import { endSession } from '@/lib/accounts/sessions/end'
import { createMember, createTenant, openSession } from '@/lib/testing/factories'
import { stillMember } from './still-member'

let member: Member
let token: string

beforeEach(async () => {
  const { organization } = await createTenant()
  const user = await createMember(organization.id, 'member')
  const actor = { organizationId: organization.id, userId: user.id }
  const view = { team: null, environment: null }
  member = { user, organization, role: 'member', view, actor }
  token = await openSession(user.id)
})

it('says nothing of a member who may go on reading', async () => {
  await expect(stillMember(member, token)()).resolves.toBeUndefined()
})

it('refuses one who has signed out', async () => {
  const still = stillMember(member, token)
  await endSession(token)
  await expect(still()).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(stillMember(member, null)()).rejects.toMatchObject({ code: 'unauthenticated' })
})

it('refuses one who is no member any more', async () => {
  const still = stillMember(member, token)
  await removeMember(member.actor, { userId: member.user.id })
  await expect(still()).rejects.toMatchObject({ code: 'not_found' })
})
