import { z } from 'zod'
import { isUniqueViolation } from '@/lib/database-errors'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import type { Organization } from '@/lib/generated/prisma/client'
import type { Plan } from '@/lib/generated/prisma/enums'
import { hashPassword } from '@/lib/members/password'

/** First segments of the product's own URLs; an organization's pages live under its slug. */
const reservedSlugs = ['api', 'mcp', 'setup', 'sign-in', 'sign-out', 'invite', 'profile', 'settings', 'new', 'static']

const slugSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'slug must be 1-63 lower-case letters, digits and inner hyphens')
  .refine((slug) => !reservedSlugs.includes(slug), 'slug is reserved, choose another')

const inputSchema = z.object({
  slug: slugSchema,
  name: z.string().trim().min(1, 'name is required').max(100, 'name must have at most 100 characters'),
  owner: z
    .object({
      email: z.email('owner e-mail is not a valid address').max(254).toLowerCase(),
      password: z.string().min(8, 'owner password must have at least 8 characters').max(1_024),
    })
    .optional(),
})

export type NewOrganization = {
  slug: string
  name: string
  plan?: Plan
  owner?: { email: string; password: string }
}

/**
 * Creates an organization, and its owner when one is given; a person who is already known keeps their password.
 * Throws `invalid`, or `conflict` when the slug is taken.
 */
export async function createOrganization(input: NewOrganization): Promise<Organization> {
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) throw new AppError('invalid', parsed.error.issues[0]?.message ?? 'invalid input')
  const { slug, name, owner } = parsed.data
  const user = owner && {
    connectOrCreate: {
      where: { email: owner.email },
      create: { email: owner.email, passwordHash: await hashPassword(owner.password) },
    },
  }
  try {
    return await db().prisma.organization.create({
      data: {
        slug,
        name,
        plan: input.plan ?? env().DEFAULT_PLAN,
        ...(user && { memberships: { create: { role: 'owner', user } } }),
      },
    })
  } catch (error) {
    const taken = isUniqueViolation(error) && (await db().prisma.organization.findUnique({ where: { slug } }))
    throw taken ? new AppError('conflict', `An organization with slug "${slug}" exists already`) : error
  }
}
