import { cache } from 'react'
import type { UserActor } from '@/lib/accounts/actor'
import { type CurrentUser, requireUser } from '@/lib/accounts/auth/current-user'
import { noteLetIn } from '@/lib/accounts/members/crowd-of-person'
import { findMembership } from '@/lib/accounts/members/find-membership'
import { atLeast } from '@/lib/accounts/members/roles'
import type { View } from '@/lib/accounts/members/view'
import type { Organization } from '@/lib/accounts/organizations/find'
import { AppError } from '@/lib/core/errors'
import type { Role } from '@/lib/generated/prisma/enums'

/** A signed-in user, in one of their organizations. */
export type Member = { user: CurrentUser; organization: Organization; role: Role; view: View; actor: UserActor }

const memberOf = cache(async (slug: string): Promise<Member> => {
  const user = await requireUser()
  const membership = await findMembership(user.id, slug)
  if (!membership) throw new AppError('not_found', 'There is nothing at this address')
  noteLetIn(user.id, membership.organization.id)
  return { user, ...membership, actor: { organizationId: membership.organization.id, userId: user.id } }
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
