'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { publicAction, userAction } from '@/lib/action'
import { openSession } from '@/lib/auth/open-session'
import { acceptInvitation } from '@/lib/invitations/accept'
import { registerInvited, registrationSchema } from '@/lib/invitations/register'

const token = z.string()

export const join = userAction(z.object({ token }), async (input, user) => {
  redirect(`/${await acceptInvitation(input.token, user.id)}`)
})

export const register = publicAction(registrationSchema.extend({ token }), async (input) => {
  const { user, slug } = await registerInvited(input)
  await openSession(user)
  redirect(`/${slug}`)
})
