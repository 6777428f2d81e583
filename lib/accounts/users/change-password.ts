import { attemptPassword } from '@/lib/accounts/users/attempt-password'
import type { PasswordProof } from '@/lib/accounts/users/check-password'
import { endWaysIn } from '@/lib/accounts/users/end-ways-in'
import { hashPassword, isPassword } from '@/lib/accounts/users/password'
import { passwordSchema, refuseEmailAsPassword } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'

/** A user without a password leaves `currentPassword` empty and must have signed in recently instead. */
export type PasswordChange = {
  userId: number
  currentPassword: string
  newPassword: string
  signedInRecently?: boolean
  /** Leaves the connected accounts, which end otherwise. */
  keepSignIns?: boolean
}

/**
 * Changes a password and ends every session and other way to sign in of the user; the browser that asked signs in with
 * what this returns. Attempts count as attempts to sign in. Throws `invalid`, `forbidden` for a wrong current password or
 * a first one that is set without a recent sign-in, `rate_limited`, and `unavailable`. What it stores is stored `inTurn`.
 */
export async function changePassword(change: PasswordChange, inTurn: InTurn = atOnce): Promise<PasswordProof> {
  const { userId, currentPassword, newPassword, signedInRecently = false, keepSignIns = false } = change
  const { prisma } = db()
  const { email, passwordHash } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passwordHash: true },
  })
  refuseEmailAsPassword(parse(passwordSchema, newPassword), email)
  // Strangers who try passwords for this account must not keep its owner from changing it.
  const attempt = { account: email, address: null, browserId: `profile ${userId}` }
  const newHash = await attemptPassword(attempt, async () => {
    if (passwordHash === null && !signedInRecently) throw notRecent()
    if (passwordHash !== null && !(await isPassword(currentPassword, passwordHash))) throw wrongPassword()
    return hashPassword(newPassword)
  })
  const store = () =>
    prisma.$transaction(async (tx) => {
      const { count } = await tx.user.updateMany({
        where: { id: userId, passwordHash },
        data: { passwordHash: newHash, passwordSetAt: new Date() },
      })
      if (count === 0) throw wrongPassword()
      await endWaysIn(tx, userId, { keepSignIns })
    })
  await inTurn(store)
  return { userId, provenBy: { passwordHash: newHash } }
}

function notRecent(): AppError {
  return new AppError(
    'forbidden',
    'A first password takes a sign-in of the last 15 minutes. Sign out, sign in again, then set it.',
  )
}

function wrongPassword(): AppError {
  return new AppError('forbidden', 'Wrong current password.')
}
