'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { requireOwnOrigin } from '@/lib/action'

/** Forgets the session in this browser, whatever parts its cookie is in. */
export async function signOut(): Promise<void> {
  await requireOwnOrigin()
  const jar = await cookies()
  for (const { name } of jar.getAll()) {
    // Browsers only let go of a cookie of this prefix when told securely.
    const secure = name.startsWith('__Secure-')
    if (name.includes('next-auth.session-token')) jar.set(name, '', { path: '/', maxAge: 0, secure, httpOnly: true })
  }
  redirect('/sign-in')
}
