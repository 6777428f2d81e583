import { z } from 'zod'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { recordCreation } from '@/lib/organizations/create'
import { slugSchema } from '@/lib/organizations/schema'
import { isSetupToken } from '@/lib/organizations/setup-link'
import { parse } from '@/lib/parse'
import type { SignedIn } from '@/lib/sessions/start'
import { hashPassword } from '@/lib/users/password'
import { emailSchema, nameSchema, passwordSchema, refuseEmailAsPassword } from '@/lib/users/schema'

/** The first organization of an installation and its owner, and the token of the setup link. */
export const setupSchema = z.object({
  token: z.string(),
  organizationName: nameSchema,
  slug: slugSchema,
  name: nameSchema,
  email: emailSchema,
  password: passwordSchema,
})

export type Setup = z.input<typeof setupSchema>

/** Whether this installation has an organization. */
export async function isSetUp(): Promise<boolean> {
  return (await db().prisma.organization.findFirst({ select: { id: true } })) !== null
}

/**
 * Makes the first organization and its owner, of any number of calls at once exactly one. Throws `invalid`,
 * `forbidden` for a wrong token, and `conflict` when there is an organization already.
 */
export async function setUp(input: Setup): Promise<SignedIn> {
  const { token, organizationName, slug, name, email, password } = parse(setupSchema, input)
  refuseEmailAsPassword(password, email)
  if (await isSetUp()) throw alreadySetUp()
  if (!(await isSetupToken(token))) throw wrongToken()
  const passwordHash = await hashPassword(password)
  const created = db().prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('leadline setup'))`
    if (await tx.organization.findFirst({ select: { id: true } })) throw alreadySetUp()
    const proven = { passwordSetAt: new Date(), emailConfirmedAt: new Date() }
    const organization = { create: { slug, name: organizationName, plan: env().DEFAULT_PLAN } }
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

function alreadySetUp(): AppError {
  return new AppError('conflict', 'This server is set up already. Sign in instead.')
}
