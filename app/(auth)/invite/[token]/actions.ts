'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { knownBrowser, rememberBrowser } from '@/lib/accounts/auth/known-browser'
import { openSession } from '@/lib/accounts/auth/open-session'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { registerInvited, registrationSchema } from '@/lib/accounts/invitations/register'
import { clientAddress } from '@/lib/http/rate-limit/client-address'
import { publicAction, userAction } from '@/lib/web/action'

const token = z.string()

export const join = userAction(z.object({ token }), async (input, user) => {
  redirect(`/${await acceptInvitation(input.token, user.id)}`)
})

export const register = publicAction(registrationSchema.extend({ token }), async (input) => {
  const address = clientAddress(new Headers(await headers()))
  const { user, email, slug } = await registerInvited({ ...input, address, known: await knownBrowser() })
  await openSession(user)
  await rememberBrowser(email, user)
  redirect(slug === null ? `/invite/${input.token}` : `/${slug}`)
})
