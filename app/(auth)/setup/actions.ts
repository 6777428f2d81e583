'use server'

import { redirect } from 'next/navigation'
import { openSession } from '@/lib/accounts/auth/open-session'
import { setUp, setupSchema } from '@/lib/accounts/organizations/setup'
import { publicAction } from '@/lib/web/action'

export const setUpServer = publicAction(setupSchema, async (input) => {
  await openSession(await setUp(input))
  redirect(`/${input.slug}/settings/deployments`)
})
