'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { requireOwnOrigin } from '@/lib/action'
import { sessionToken } from '@/lib/auth/current-user'
import { endSession } from '@/lib/sessions/end'

/** Ends the session of this browser and drops its cookie, whatever parts it is in. */
export async function signOut(): Promise<void> {
  await requireOwnOrigin()
  const token = await sessionToken()
  if (token !== null) await endSession(token)
  const jar = await cookies()
  for (const { name } of jar.getAll()) {
    // Browsers only let go of a cookie of this prefix when told securely.
    const secure = name.startsWith('__Secure-')
    if (name.includes('next-auth.session-token')) jar.set(name, '', { path: '/', maxAge: 0, secure, httpOnly: true })
  }
  redirect('/sign-in')
}
