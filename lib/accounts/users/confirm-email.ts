import { emailSchema } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'

/** Notes that an address is its user's: for the operator. Throws `invalid` and `not_found`. */
export async function confirmEmail(address: string): Promise<{ userId: number; email: string }> {
  const email = parse(emailSchema, address)
  const [user] = await db().prisma.user.updateManyAndReturn({
    where: { email },
    data: { emailConfirmedAt: new Date() },
    select: { id: true },
  })
  if (!user) throw new AppError('not_found', `No user with e-mail address "${email}"`)
  return { userId: user.id, email }
}
