import { z } from 'zod'
import { signInErrorText } from '@/lib/accounts/auth/sign-in-errors'
import { unusable, withInvitation } from '@/lib/accounts/invitations/accept'
import { findInvitation } from '@/lib/accounts/invitations/find-by-token'
import { recordJoin } from '@/lib/accounts/invitations/record-join'
import { refuseMoreMembers } from '@/lib/accounts/members/refuse-more'
import { attemptPassword } from '@/lib/accounts/users/attempt-password'
import { checkPassword, type PasswordProof } from '@/lib/accounts/users/check-password'
import { type KnownBrowser, knownBrowserId } from '@/lib/accounts/users/known-browser'
import { hashPassword } from '@/lib/accounts/users/password'
import { nameSchema, passwordSchema, refuseEmailAsPassword } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { isUniqueViolation } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'

/** What the form of an invitation asks for, whether its address has an account or not. */
export const registrationSchema = z.object({ name: nameSchema, password: passwordSchema })

/** `address` and `known` are as in `signInWithPassword`. */
export type Registration = z.input<typeof registrationSchema> & {
  token: string
  address: string | null
  known?: KnownBrowser | null
}

export type Registered = {
  user: PasswordProof
  email: string
  /** The organization that was joined; null for an account that existed, which has yet to accept the invitation. */
  slug: string | null
}

/**
 * Makes a user with the invited address, who joins, or signs in the one it has: a link sets no password. Both take the
 * same form and limits, so that a link alone does not reveal which it is. Throws `invalid`, `not_found` for a link
 * that cannot be used, `conflict` for an organization that is full, `forbidden` for the wrong password of an account,
 * `rate_limited`, and `unavailable`.
 */
export async function registerInvited(registration: Registration): Promise<Registered> {
  const { token, address, known = null, ...input } = registration
  const { name, password } = parse(registrationSchema, input)
  const invited = await findInvitation(token)
  if (!invited) throw unusable()
  const { email } = invited
  refuseEmailAsPassword(password, email)
  const browserId = await knownBrowserId(email, known)
  const attempt = <T>(work: () => Promise<T>) => attemptPassword({ account: email, address, browserId }, work)
  const signIn = () => signInHolder(email, password)
  const entered = await attempt(async () => (await signIn()) ?? hashPassword(password))
  if (typeof entered !== 'string') return entered
  try {
    return await join({ token, email, name, passwordHash: entered })
  } catch (error) {
    // The address got its user in the meantime.
    const registered = isUniqueViolation(error) ? await attempt(signIn) : null
    if (!registered) throw error
    return registered
  }
}

/** The user who has this address already; null when there is none. */
async function signInHolder(email: string, password: string): Promise<Registered | null> {
  const holder = await db().prisma.user.findUnique({ where: { email }, select: { id: true } })
  if (!holder) return null
  const user = await checkPassword(email, password)
  if (!user) throw new AppError('forbidden', signInErrorText('CredentialsSignin'))
  return { user, email, slug: null }
}

type NewPerson = { token: string; email: string; name: string; passwordHash: string }

async function join({ token, email, name, passwordHash }: NewPerson): Promise<Registered> {
  return withInvitation(token, async (tx, { id, organizationId, role, organization }) => {
    await refuseMoreMembers(tx, organizationId)
    const user = await tx.user.create({
      data: { email, name, passwordHash, passwordSetAt: new Date(), memberships: { create: { organizationId, role } } },
    })
    const where = { organizationId_id: { organizationId, id } }
    await tx.invitation.update({ where, data: { acceptedAt: new Date(), acceptedById: user.id } })
    await recordJoin(tx, { organizationId, userId: user.id, role })
    return { user: { userId: user.id, provenBy: { passwordHash } }, email, slug: organization.slug }
  })
}
