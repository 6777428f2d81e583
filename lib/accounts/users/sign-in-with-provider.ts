import { joinInvited } from '@/lib/accounts/invitations/join-invited'
import type { SignedIn } from '@/lib/accounts/sessions/start'
import { endWaysIn } from '@/lib/accounts/users/end-ways-in'
import { emailSchema, nameSchema } from '@/lib/accounts/users/schema'
import { isUniqueViolation } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'

/** The identity that a sign-in provider reports. */
export type ProviderIdentity = {
  provider: string
  providerAccountId: string
  email: string | null
  /** Whether the provider has made sure that the address is theirs. */
  emailVerified: boolean
  name: string | null
}

/**
 * Who is signed in already where an account is used, whether they proved that within the last minutes, and whether it is
 * this session that left for the provider.
 */
export type Visitor = { userId: number; sessionId: number; signedInRecently: boolean; choseToConnect: boolean }

export type Refusal =
  | 'not-invited'
  | 'account-exists'
  | 'taken'
  | 'already-connected'
  | 'sign-in-again'
  | 'not-chosen'
  | 'unverified-email'

export type ProviderSignIn = { outcome: 'signed-in'; user: SignedIn } | { outcome: 'refused'; reason: Refusal }

/**
 * Signs in through a connected account, or connects it to the user who has just signed in. An account that is not
 * connected makes a user when its verified address is invited. One whose address has a user already is refused: who
 * holds an address at a provider need not be who holds it here.
 */
export async function signInWithProvider(identity: ProviderIdentity, visitor: Visitor | null): Promise<ProviderSignIn> {
  const attempt = () => signInOrJoin(identity, visitor)
  const answer = await attempt().catch((error) => {
    // Another request, most likely of the same person, was quicker: what it stored decides now.
    if (isUniqueViolation(error)) return attempt()
    throw error
  })
  if (answer.outcome === 'signed-in') await confirmAddress(answer.user.userId, identity)
  return answer
}

/**
 * A provider that vouches for the very address of the user confirms it. Up to then another person may have prepared the
 * account: no way into it is left but this one.
 */
async function confirmAddress(userId: number, identity: ProviderIdentity): Promise<void> {
  const { provider, providerAccountId, emailVerified } = identity
  const email = emailSchema.safeParse(identity.email)
  if (!emailVerified || !email.success) return
  const unconfirmed = { id: userId, email: email.data, emailConfirmedAt: null }
  if ((await db().prisma.user.count({ where: unconfirmed })) === 0) return
  await db().prisma.$transaction(async (tx) => {
    // Disconnecting the account waits for this, or has ended what would be the only way in.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
    const { count } = await tx.user.updateMany({
      where: { ...unconfirmed, accounts: { some: { provider, providerAccountId } } },
      data: { emailConfirmedAt: new Date(), passwordHash: null, passwordSetAt: null },
    })
    if (count === 0) return
    await tx.account.deleteMany({ where: { userId, provider: { not: provider } } })
    await endWaysIn(tx, userId, { keepSignIns: true })
  })
}

async function signInOrJoin(identity: ProviderIdentity, visitor: Visitor | null): Promise<ProviderSignIn> {
  if (visitor) return connect(identity, visitor)
  return (await signInConnected(identity)) ?? join(identity)
}

async function signInConnected({ provider, providerAccountId }: ProviderIdentity): Promise<ProviderSignIn | null> {
  const account = await db().prisma.account.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId } },
    select: { userId: true },
  })
  return account && signedIn(account.userId, { provider, providerAccountId })
}

async function join(identity: ProviderIdentity): Promise<ProviderSignIn> {
  const { provider, providerAccountId } = identity
  const email = emailSchema.safeParse(identity.email)
  if (!identity.emailVerified || !email.success) return refused('unverified-email')
  const known = await db().prisma.user.findUnique({ where: { email: email.data }, select: { id: true } })
  if (known) return refused('account-exists')
  const name = nameSchema.safeParse(identity.name)
  const user = await joinInvited({
    email: email.data,
    name: name.success ? name.data : null,
    accounts: { create: { provider, providerAccountId } },
  })
  if (user) return signedIn(user.id, { provider, providerAccountId })
  // The same person in another window may have used up the invitation in the meantime.
  return (await signInConnected(identity)) ?? refused('not-invited')
}

async function connect(
  identity: ProviderIdentity,
  { userId, sessionId, signedInRecently, choseToConnect }: Visitor,
): Promise<ProviderSignIn> {
  const { provider, providerAccountId } = identity
  return db().prisma.$transaction(async (tx) => {
    // A new password, which ends sessions and accounts, waits for this and then ends both, or has ended the session.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
    const holders = await tx.account.findMany({
      where: { provider, OR: [{ providerAccountId }, { userId }] },
      select: { userId: true, providerAccountId: true },
    })
    if (holders.some((account) => account.userId !== userId)) return refused('taken')
    if (holders.some((account) => account.providerAccountId !== providerAccountId)) return refused('already-connected')
    if (holders.length > 0) return signedIn(userId, { provider, providerAccountId })
    const session = await tx.session.findFirst({ where: { id: sessionId, userId }, select: { id: true } })
    if (!session || !signedInRecently) return refused('sign-in-again')
    // Cookies of another person's way to the provider can be planted in this browser.
    if (!choseToConnect) return refused('not-chosen')
    await tx.account.create({ data: { provider, providerAccountId, userId } })
    return signedIn(userId, { provider, providerAccountId })
  })
}

type AccountKey = Pick<ProviderIdentity, 'provider' | 'providerAccountId'>

function signedIn(userId: number, { provider, providerAccountId }: AccountKey): ProviderSignIn {
  return { outcome: 'signed-in', user: { userId, provenBy: { accounts: { some: { provider, providerAccountId } } } } }
}

function refused(reason: Refusal): ProviderSignIn {
  return { outcome: 'refused', reason }
}
