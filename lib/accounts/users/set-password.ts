import { endWaysIn } from '@/lib/accounts/users/end-ways-in'
import { hashPassword } from '@/lib/accounts/users/password'
import { emailSchema, passwordSchema, refuseEmailAsPassword } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'

/** `keepSignIns` leaves the connected accounts, which end otherwise. */
type Options = { keepSignIns?: boolean }

/**
 * Gives a user a new password and ends all their sessions and other ways to sign in: for the operator, who thereby
 * confirms that the address is theirs. Throws `invalid` and `not_found`.
 */
export async function setPassword(
  email: string,
  password: string,
  { keepSignIns = false }: Options = {},
): Promise<void> {
  const account = parse(emailSchema, email)
  refuseEmailAsPassword(parse(passwordSchema, password), account)
  const passwordHash = await hashPassword(password)
  await db().prisma.$transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { email: account },
      data: { passwordHash, passwordSetAt: new Date(), emailConfirmedAt: new Date() },
      select: { id: true },
    })
    if (!user) throw new AppError('not_found', `No user with e-mail address "${account}"`)
    await endWaysIn(tx, user.id, { keepSignIns })
  })
}
