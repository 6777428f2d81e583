'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cookieOptions } from '@/lib/accounts/auth/cookie-names'
import { sessionToken } from '@/lib/accounts/auth/current-user'
import { endSession } from '@/lib/accounts/sessions/end'
import { requireOwnOrigin } from '@/lib/web/action'

/** Ends the session of this browser and drops its cookie, whatever parts it is in. */
export async function signOut(): Promise<void> {
  await requireOwnOrigin()
  const token = await sessionToken()
  if (token !== null) await endSession(token)
  const jar = await cookies()
  for (const { name } of jar.getAll()) {
    if (name.includes('next-auth.session-token')) jar.set(name, '', { ...cookieOptions(), maxAge: 0 })
  }
  redirect('/sign-in')
}
