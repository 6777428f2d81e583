'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { memberAction } from '@/lib/action'
import { Role } from '@/lib/generated/prisma/enums'
import { createInvitation, invitationSchema } from '@/lib/invitations/create'
import { invitationLink } from '@/lib/invitations/link'
import { revokeInvitation } from '@/lib/invitations/revoke'
import { changeRole } from '@/lib/members/change-role'
import { removeMember } from '@/lib/members/remove'

const id = z.coerce.number().int().positive().max(2_147_483_647)

export const invite = memberAction('manager', invitationSchema, async (input, { organization, user }) => {
  const { token, email } = await createInvitation({ ...input, organizationId: organization.id, actor: user.id })
  return { email, link: invitationLink(token) }
})

export const revoke = memberAction('manager', z.object({ invitationId: id }), async (input, { organization, user }) =>
  revokeInvitation({ ...input, organizationId: organization.id, actor: user.id }),
)

const roleChangeSchema = z.object({ userId: id, role: z.enum(Role, 'Choose a role') })

export const changeMemberRole = memberAction('manager', roleChangeSchema, async (input, { organization, user }) =>
  changeRole({ ...input, organizationId: organization.id, actor: user.id }),
)

export const remove = memberAction('member', z.object({ userId: id }), async ({ userId }, { organization, user }) => {
  await removeMember({ userId, organizationId: organization.id, actor: user.id })
  if (userId === user.id) redirect('/')
})
