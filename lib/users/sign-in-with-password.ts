import { db } from '@/lib/db'
import type { SignedIn } from '@/lib/sessions/start'
import { attemptPassword } from '@/lib/users/attempt-password'
import { isPassword } from '@/lib/users/password'
import { emailSchema, passwordSchema } from '@/lib/users/schema'

export type PasswordSignIn = {
  email: string
  password: string
  /** The client's, where a header tells it that can be trusted. */
  address: string | null
  /** What the client's cookie says about who signed in there before. */
  known?: { account: string; browserId: string } | null
}

/**
 * The user with this e-mail address and password, or null: an unknown address, a wrong password and a user without a
 * password take the same time and look the same. Throws `rate_limited`, and `unavailable` when too many
 * passwords wait or attempts cannot be counted.
 */
export async function signInWithPassword(attempt: PasswordSignIn): Promise<SignedIn | null> {
  const { email, password, address, known = null } = attempt
  const account = emailSchema.safeParse(email)
  if (!account.success || !passwordSchema.safeParse(password).success) return null
  const browserId = known?.account === account.data ? known.browserId : null
  return attemptPassword({ account: account.data, address, browserId }, async () => {
    const user = await db().prisma.user.findUnique({
      where: { email: account.data },
      select: { id: true, passwordHash: true },
    })
    const passwordHash = user?.passwordHash ?? null
    const matches = await isPassword(password, passwordHash)
    return user && matches ? { userId: user.id, provenBy: { passwordHash } } : null
  })
}
