import { z } from 'zod'
import { recordCreation } from '@/lib/accounts/organizations/create'
import { slugSchema } from '@/lib/accounts/organizations/schema'
import { requireTimeZone } from '@/lib/accounts/organizations/set-time-zone'
import { isSetupToken } from '@/lib/accounts/organizations/setup-link'
import type { SignedIn } from '@/lib/accounts/sessions/start'
import { hashPassword } from '@/lib/accounts/users/password'
import { emailSchema, nameSchema, passwordSchema, refuseEmailAsPassword } from '@/lib/accounts/users/schema'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'
import { promptQuery } from '@/lib/db/prompt-query'

/** The first organization of an installation and its owner, and the token of the setup link. */
export const setupSchema = z.object({
  token: z.string(),
  organizationName: nameSchema,
  slug: slugSchema,
  timeZone: z.string().default('UTC'),
  name: nameSchema,
  email: emailSchema,
  password: passwordSchema,
})

export type Setup = z.input<typeof setupSchema>

/** Whether this installation has an organization. */
export async function isSetUp(): Promise<boolean> {
  return (await promptQuery('SELECT FROM organizations LIMIT 1')).length > 0
}

/**
 * Makes the first organization and its owner, of any number of calls at once exactly one. Throws `invalid`,
 * `forbidden` for a wrong token, and `conflict` when there is an organization already, or an account with the address.
 */
export async function setUp(input: Setup): Promise<SignedIn> {
  const { token, organizationName, slug, timeZone: zone, name, email, password } = parse(setupSchema, input)
  refuseEmailAsPassword(password, email)
  if (await isSetUp()) throw alreadySetUp()
  if (!(await isSetupToken(token))) throw wrongToken()
  const timeZone = await requireTimeZone(zone)
  const passwordHash = await hashPassword(password)
  const created = db().prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('leadline setup'))`
    if (await tx.organization.findFirst({ select: { id: true } })) throw alreadySetUp()
    const proven = { passwordSetAt: new Date(), emailConfirmedAt: new Date() }
    const known = await tx.user.findUnique({ where: { email }, select: { id: true } })
    if (known) throw knownAddress(email)
    const organization = { create: { slug, name: organizationName, timeZone, plan: env().DEFAULT_PLAN } }
    const user = await tx.user.create({
      data: { email, name, passwordHash, ...proven, memberships: { create: { role: 'owner', organization } } },
      include: { memberships: { select: { organization: true } } },
    })
    for (const membership of user.memberships) await recordCreation(tx, membership.organization, user.id)
    return user
  })
  return { userId: (await created).id, provenBy: { passwordHash } }
}

function wrongToken(): AppError {
  return new AppError('forbidden', 'This is not the setup link of this server. Open the one that npm start prints.')
}

function knownAddress(email: string): AppError {
  return new AppError(
    'conflict',
    `${email} has an account on this server already. Use leadline org create --owner-email, or another address.`,
  )
}

function alreadySetUp(): AppError {
  return new AppError('conflict', 'This server is set up already. Sign in instead.')
}
