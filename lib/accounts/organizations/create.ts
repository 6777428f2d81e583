import { z } from 'zod'
import { recordAudit } from '@/lib/accounts/audit/record'
import { organizationSchema } from '@/lib/accounts/organizations/schema'
import { hashPassword } from '@/lib/accounts/users/password'
import { emailSchema, passwordSchema, refuseEmailAsPassword } from '@/lib/accounts/users/schema'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { isUniqueViolation } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import type { Organization, Prisma } from '@/lib/generated/prisma/client'
import type { Plan } from '@/lib/generated/prisma/enums'

const ownerSchema = z.object({ email: emailSchema, password: passwordSchema })

export type NewOrganization = {
  slug: string
  name: string
  plan?: Plan
  owner?: { email: string; password: string }
}

/**
 * Creates an organization, and its owner when one is given; a person who is already known keeps their password.
 * Throws `invalid`, or `conflict` when the slug is taken or the address of that person is not confirmed.
 */
export async function createOrganization({ owner, plan, ...input }: NewOrganization): Promise<Organization> {
  const organization = parse(organizationSchema, input)
  const user = owner && (await connectOrCreate(parse(ownerSchema, owner)))
  const data = { ...organization, plan: plan ?? env().DEFAULT_PLAN }
  const create = db().prisma.$transaction(async (tx) => {
    const created = await tx.organization.create({
      data: { ...data, ...(user && { memberships: { create: { role: 'owner', user } } }) },
    })
    await recordCreation(tx, created, null)
    return created
  })
  return refuseTakenSlug(create, organization.slug)
}

/** Writes the first line of an organization's audit log. */
export async function recordCreation(
  tx: Prisma.TransactionClient,
  { id, name, plan }: { id: number; name: string; plan: Plan },
  userId: number | null,
): Promise<void> {
  const line = { action: 'organization.created', subject: name, details: { plan } }
  await recordAudit(tx, { organizationId: id, userId }, line)
}

/** What a change of organizations leads to; it throws `conflict` where that is a slug that exists. */
export async function refuseTakenSlug<T>(change: Promise<T>, slug: string | undefined): Promise<T> {
  return change.catch(async (error) => {
    const taken = slug && isUniqueViolation(error) && (await db().prisma.organization.findUnique({ where: { slug } }))
    throw taken ? new AppError('conflict', `An organization with slug "${slug}" exists already`) : error
  })
}

async function connectOrCreate({ email, password }: z.output<typeof ownerSchema>) {
  refuseEmailAsPassword(password, email)
  const known = await db().prisma.user.findUnique({ where: { email }, select: { emailConfirmedAt: true } })
  if (known?.emailConfirmedAt === null) throw notConfirmed(email)
  const now = new Date()
  const create = {
    email,
    passwordHash: await hashPassword(password),
    passwordSetAt: now,
    emailConfirmedAt: now,
  }
  return { connectOrCreate: { where: { email }, create } } satisfies Prisma.UserCreateNestedOneWithoutMembershipsInput
}

function notConfirmed(email: string): AppError {
  return new AppError(
    'conflict',
    `${email} has an account whose address is not confirmed. Use leadline user set-password or user confirm first.`,
  )
}
