import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Organization } from '@/lib/generated/prisma/client'

// Requests that are looked up together go on together: Prisma would make one statement of their `findUnique`, in the
// line of the first one.

/** The organization with this slug. Throws `not_found`. */
export async function findOrganization(slug: string): Promise<Organization> {
  const organization = await db().prisma.organization.findFirst({ where: { slug } })
  if (!organization) throw new AppError('not_found', `No organization with slug "${slug}"`)
  return organization
}

/** The organization with this id. Throws `not_found`. */
export async function findOrganizationById(id: number): Promise<Organization> {
  const organization = await db().prisma.organization.findFirst({ where: { id } })
  if (!organization) throw new AppError('not_found', 'No such organization')
  return organization
}

export type { Organization }
