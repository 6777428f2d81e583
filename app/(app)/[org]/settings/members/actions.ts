'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { createInvitation, invitationSchema } from '@/lib/accounts/invitations/create'
import { invitationLink } from '@/lib/accounts/invitations/link'
import { revokeInvitation } from '@/lib/accounts/invitations/revoke'
import { changeRole } from '@/lib/accounts/members/change-role'
import { removeMember } from '@/lib/accounts/members/remove'
import { endGrantOfMember } from '@/lib/accounts/oauth/end-grant'
import { Role } from '@/lib/generated/prisma/enums'
import { memberAction } from '@/lib/web/action'

const id = z.coerce.number().int().positive().max(2_147_483_647)

export const invite = memberAction('manager', invitationSchema, async (input, { actor }) => {
  const { token, email } = await createInvitation(actor, input)
  return { email, link: invitationLink(token) }
})

export const revoke = memberAction('manager', z.object({ invitationId: id }), async (input, { actor }) =>
  revokeInvitation(actor, input),
)

const roleChangeSchema = z.object({ userId: id, role: z.enum(Role, 'Choose a role') })

export const changeMemberRole = memberAction('manager', roleChangeSchema, async (input, { actor }) =>
  changeRole(actor, input),
)

export const remove = memberAction('member', z.object({ userId: id }), async ({ userId }, { actor, user }) => {
  await removeMember(actor, { userId })
  if (userId === user.id) redirect('/')
})

export const revokeApplication = memberAction('manager', z.object({ grantId: id }), async ({ grantId }, { actor }) =>
  endGrantOfMember(actor, grantId),
)
