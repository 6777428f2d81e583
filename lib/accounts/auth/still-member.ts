import type { Member } from '@/lib/accounts/auth/require-member'
import { findMembership } from '@/lib/accounts/members/find-membership'
import { findSession } from '@/lib/accounts/sessions/find'
import { AppError } from '@/lib/core/errors'

/**
 * For an answer that takes long: what throws `unauthenticated` once the session with this token has ended, and
 * `not_found` once its user is no member any more. Needs no request.
 */
export function stillMember({ user, organization }: Member, token: string | null): () => Promise<void> {
  return async () => {
    if (token === null || !(await findSession(token))) throw new AppError('unauthenticated', 'Sign in first')
    const membership = await findMembership(user.id, organization.slug)
    if (!membership) throw new AppError('not_found', 'There is nothing at this address')
  }
}
