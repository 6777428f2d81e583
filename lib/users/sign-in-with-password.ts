import { db } from '@/lib/db'
import { enforceSignInLimit } from '@/lib/rate-limit/limit-sign-in'
import type { SignedIn } from '@/lib/sessions/start'
import { isPassword } from '@/lib/users/password'
import { emailSchema, passwordSchema } from '@/lib/users/schema'

/** `address` is the client's, where a header tells it that can be trusted. */
export type PasswordSignIn = { email: string; password: string; address: string | null }

/**
 * The user with this e-mail address and password, or null: an unknown address, a wrong password and a user without a
 * password take the same time and look the same. Throws `rate_limited`, and `unavailable` when attempts cannot be
 * counted.
 */
export async function signInWithPassword({ email, password, address }: PasswordSignIn): Promise<SignedIn | null> {
  const account = emailSchema.safeParse(email)
  if (!account.success || !passwordSchema.safeParse(password).success) return null
  await enforceSignInLimit({ account: account.data, address })
  const user = await db().prisma.user.findUnique({
    where: { email: account.data },
    select: { id: true, passwordHash: true },
  })
  const passwordHash = user?.passwordHash ?? null
  const matches = await isPassword(password, passwordHash)
  return user && matches ? { userId: user.id, provenBy: { passwordHash } } : null
}
