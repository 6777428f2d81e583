import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { parse } from '@/lib/parse'
import { hashPassword } from '@/lib/users/password'
import { emailSchema, passwordSchema, refuseEmailAsPassword } from '@/lib/users/schema'

/** Gives somebody a new password and ends all their sessions: for the operator. Throws `invalid` and `not_found`. */
export async function setPassword(email: string, password: string): Promise<void> {
  const account = parse(emailSchema, email)
  refuseEmailAsPassword(parse(passwordSchema, password), account)
  const passwordHash = await hashPassword(password)
  await db().prisma.$transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { email: account },
      data: { passwordHash },
      select: { id: true },
    })
    if (!user) throw new AppError('not_found', `No user with e-mail address "${account}"`)
    await tx.session.deleteMany({ where: { userId: user.id } })
  })
}
