import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { parse } from '@/lib/parse'
import { enforceSignInLimit } from '@/lib/rate-limit/limit-sign-in'
import { hashPassword, isPassword } from '@/lib/users/password'
import { passwordSchema, refuseEmailAsPassword } from '@/lib/users/schema'
import type { SignedIn } from '@/lib/users/sign-in-with-password'

/** Somebody who has no password yet leaves `currentPassword` empty and must have signed in recently instead. */
export type PasswordChange = {
  userId: number
  currentPassword: string
  newPassword: string
  signedInRecently?: boolean
}

/**
 * Changes a password and ends every session of the user. The one that asked goes on under what this returns. Attempts
 * count as attempts to sign in. Throws `invalid`, `forbidden` for a wrong current password or a first one
 * that is set without a recent sign-in, `rate_limited`, and `unavailable`.
 */
export async function changePassword(change: PasswordChange): Promise<SignedIn> {
  const { userId, currentPassword, newPassword, signedInRecently = false } = change
  const { prisma } = db()
  const { email, passwordHash } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passwordHash: true },
  })
  refuseEmailAsPassword(parse(passwordSchema, newPassword), email)
  if (passwordHash === null) {
    if (!signedInRecently) throw notRecent()
  } else {
    await enforceSignInLimit({ account: email, address: null })
    if (!(await isPassword(currentPassword, passwordHash))) throw wrongPassword()
  }
  const [changed] = await prisma.user.updateManyAndReturn({
    where: { id: userId, passwordHash },
    data: { passwordHash: await hashPassword(newPassword), sessionVersion: { increment: 1 } },
    select: { sessionVersion: true },
  })
  if (!changed) throw wrongPassword()
  return { userId, sessionVersion: changed.sessionVersion }
}

function notRecent(): AppError {
  return new AppError(
    'forbidden',
    'A first password takes a sign-in of the last 15 minutes. Sign out, sign in again, then set it.',
  )
}

function wrongPassword(): AppError {
  return new AppError('forbidden', 'The current password is not right')
}
