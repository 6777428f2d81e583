'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { requireOwnOrigin } from '@/lib/action'
import { cookieOptions } from '@/lib/auth/cookie-names'
import { sessionToken } from '@/lib/auth/current-user'
import { endSession } from '@/lib/sessions/end'

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
