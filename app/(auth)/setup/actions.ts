'use server'

import { redirect } from 'next/navigation'
import { publicAction } from '@/lib/action'
import { openSession } from '@/lib/auth/open-session'
import { setUp, setupSchema } from '@/lib/organizations/setup'

export const setUpServer = publicAction(setupSchema, async (input) => {
  await openSession(await setUp(input))
  redirect(`/${input.slug}/settings/deployments`)
})
