import { db } from '@/lib/db'

/** How somebody can sign in: with a password, and through the providers they have connected. */
export type WaysToSignIn = { hasPassword: boolean; accounts: { provider: string; connectedAt: Date }[] }

/** The ways in which a user can sign in. */
export async function listWaysToSignIn(userId: number): Promise<WaysToSignIn> {
  const { passwordHash, accounts } = await db().prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true, accounts: { orderBy: { provider: 'asc' } } },
  })
  return {
    hasPassword: passwordHash !== null,
    accounts: accounts.map(({ provider, createdAt }) => ({ provider, connectedAt: createdAt })),
  }
}
