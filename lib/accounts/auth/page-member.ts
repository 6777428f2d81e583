import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { type CurrentUser, currentUser } from '@/lib/accounts/auth/current-user'
import { type Member, requireMember } from '@/lib/accounts/auth/require-member'
import { returnPath } from '@/lib/accounts/auth/return-path'
import { AppError } from '@/lib/core/errors'

/** Request header in which `proxy.ts` passes a page its own address. */
export const pathHeader = 'x-leadline-path'

/** The member who opens a page of an organization; others are sent to sign in, or get a 404. */
export async function pageMember(params: Promise<{ org: string }>): Promise<Member> {
  await pageUser()
  return orNotFound(requireMember((await params).org))
}

/** The signed-in user who opens a page; a visitor is redirected to the sign-in page and back. */
export async function pageUser(): Promise<CurrentUser> {
  const user = await currentUser()
  if (user) return user
  const path = returnPath((await headers()).get(pathHeader))
  redirect(path === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(path)}`)
}

/** What a verb finds, or the not-found page when it knows nothing of it. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') notFound()
    throw error
  }
}
