import { db } from '@/lib/db/db'
import type { Organization } from '@/lib/generated/prisma/client'

/** Every organization of this installation, by slug: for the operator. */
export function listOrganizations(): Promise<Organization[]> {
  return db().prisma.organization.findMany({ orderBy: { slug: 'asc' } })
}
