import { z } from 'zod'
import { isUniqueViolation } from '@/lib/database-errors'
import { AppError } from '@/lib/errors'
import { unusable, withInvitation } from '@/lib/invitations/accept'
import { findInvitation } from '@/lib/invitations/find-by-token'
import { recordJoin } from '@/lib/invitations/record-join'
import { parse } from '@/lib/parse'
import type { SignedIn } from '@/lib/sessions/start'
import { hashPassword } from '@/lib/users/password'
import { nameSchema, passwordSchema, refuseEmailAsPassword } from '@/lib/users/schema'

/** What somebody without an account says about themselves. */
export const registrationSchema = z.object({ name: nameSchema, password: passwordSchema })

export type Registration = z.input<typeof registrationSchema> & { token: string }

/**
 * Makes a user of whoever holds a link, with the address that was invited, and lets them join. Throws `invalid`,
 * `not_found` for a link that cannot be used, and `conflict` when the address has a user: a link sets no password.
 */
export async function registerInvited({ token, ...input }: Registration): Promise<{ user: SignedIn; slug: string }> {
  const { name, password } = parse(registrationSchema, input)
  const invited = await findInvitation(token)
  if (!invited) throw unusable()
  const { email } = invited
  if (invited.hasAccount) throw hasAccount(email)
  refuseEmailAsPassword(password, email)
  const passwordHash = await hashPassword(password)
  const accepted = withInvitation(token, async (tx, { id, organizationId, role, organization }) => {
    const user = await tx.user.create({
      data: { email, name, passwordHash, passwordSetAt: new Date(), memberships: { create: { organizationId, role } } },
    })
    await tx.invitation.update({ where: { id }, data: { acceptedAt: new Date(), acceptedById: user.id } })
    await recordJoin(tx, { organizationId, userId: user.id, role })
    return { user: { userId: user.id, provenBy: { passwordHash } }, slug: organization.slug }
  })
  return accepted.catch((error) => {
    throw isUniqueViolation(error) ? hasAccount(email) : error
  })
}

function hasAccount(email: string): AppError {
  return new AppError('conflict', `${email} has an account already. Sign in, then open the link again.`)
}
