import { z } from 'zod'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { recordCreation, slugTaken } from '@/lib/organizations/create'
import { slugSchema } from '@/lib/organizations/schema'
import { parse } from '@/lib/parse'
import type { SignedIn } from '@/lib/sessions/start'
import { hashPassword } from '@/lib/users/password'
import { emailSchema, nameSchema, passwordSchema, refuseEmailAsPassword } from '@/lib/users/schema'

/** The first organization of an installation and its owner. */
export const setupSchema = z.object({
  organizationName: nameSchema,
  slug: slugSchema,
  name: nameSchema,
  email: emailSchema,
  password: passwordSchema,
})

export type Setup = z.input<typeof setupSchema>

/** Whether this installation has a user. */
export async function isSetUp(): Promise<boolean> {
  return (await db().prisma.user.findFirst({ select: { id: true } })) !== null
}

/**
 * Makes the first organization and its owner, of any number of calls at once exactly one. Throws `invalid`, and
 * `conflict` when there is a user already or the slug is taken.
 */
export async function setUp(input: Setup): Promise<SignedIn> {
  const { organizationName, slug, name, email, password } = parse(setupSchema, input)
  refuseEmailAsPassword(password, email)
  if (await isSetUp()) throw alreadySetUp()
  const passwordHash = await hashPassword(password)
  const created = db().prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('leadline setup'))`
    if (await tx.user.findFirst({ select: { id: true } })) throw alreadySetUp()
    const organization = { create: { slug, name: organizationName, plan: env().DEFAULT_PLAN } }
    const user = await tx.user.create({
      data: { email, name, passwordHash, memberships: { create: { role: 'owner', organization } } },
      include: { memberships: { select: { organization: true } } },
    })
    for (const membership of user.memberships) await recordCreation(tx, membership.organization, user.id)
    return user
  })
  const { id } = await created.catch(async (error) => {
    throw await slugTaken(error, slug)
  })
  return { userId: id, provenBy: { passwordHash } }
}

function alreadySetUp(): AppError {
  return new AppError('conflict', 'This server is set up already. Sign in instead.')
}
