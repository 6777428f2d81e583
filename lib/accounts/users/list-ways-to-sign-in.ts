import { db } from '@/lib/db/db'

/** How a user can sign in: with a password, and through the providers they have connected. */
export type WaysToSignIn = {
  /** When it was set; null for one set before that was noted. */
  password: { setAt: Date | null } | null
  accounts: { provider: string; connectedAt: Date }[]
  /** Since when it is known that the address is theirs. */
  emailConfirmedAt: Date | null
}

/** The ways in which a user can sign in. */
export async function listWaysToSignIn(userId: number): Promise<WaysToSignIn> {
  const { passwordHash, passwordSetAt, emailConfirmedAt, accounts } = await db().prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      passwordHash: true,
      passwordSetAt: true,
      emailConfirmedAt: true,
      accounts: { orderBy: { provider: 'asc' } },
    },
  })
  return {
    password: passwordHash === null ? null : { setAt: passwordSetAt },
    accounts: accounts.map(({ provider, createdAt }) => ({ provider, connectedAt: createdAt })),
    emailConfirmedAt,
  }
}
