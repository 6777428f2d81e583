import { isPassword } from '@/lib/accounts/users/password'
import { db } from '@/lib/db/db'

/** A user whose password was right; it has to be their password still when the session starts. */
export type PasswordProof = { userId: number; provenBy: { passwordHash: string } }

/**
 * The user with this e-mail address and password, or null: an unknown address, a wrong password and a user without a
 * password take the same time and look the same. For the work of `attemptPassword`.
 */
export async function checkPassword(email: string, password: string): Promise<PasswordProof | null> {
  const user = await db().prisma.user.findUnique({ where: { email }, select: { id: true, passwordHash: true } })
  const passwordHash = user?.passwordHash ?? null
  const matches = await isPassword(password, passwordHash)
  return user && passwordHash !== null && matches ? { userId: user.id, provenBy: { passwordHash } } : null
}
