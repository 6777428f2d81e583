import { cache } from 'react'
import { type CurrentUser, requireUser } from '@/lib/auth/current-user'
import { AppError } from '@/lib/errors'
import type { Role } from '@/lib/generated/prisma/enums'
import { findMembership } from '@/lib/members/find-membership'
import { atLeast } from '@/lib/members/roles'
import type { Organization } from '@/lib/organizations/find'

/** Somebody who is signed in, in one of their organizations. */
export type Member = { user: CurrentUser; organization: Organization; role: Role }

const memberOf = cache(async (slug: string): Promise<Member> => {
  const user = await requireUser()
  const membership = await findMembership(user.id, slug)
  if (!membership) throw new AppError('not_found', 'There is nothing at this address')
  return { user, ...membership }
})

/**
 * The signed-in member of the organization with this slug, with the role of this very moment. Throws
 * `unauthenticated`, `not_found` for an organization that is unknown or not theirs, and `forbidden` for a role below
 * `needed`.
 */
export async function requireMember(slug: string, needed: Role = 'member'): Promise<Member> {
  const member = await memberOf(slug)
  if (!atLeast(member.role, needed)) {
    throw new AppError('forbidden', `Only ${needed === 'owner' ? 'an owner' : 'an owner or a manager'} can do this`)
  }
  return member
}
