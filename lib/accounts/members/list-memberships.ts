import { db } from '@/lib/db/db'
import type { Role } from '@/lib/generated/prisma/enums'

export type MembershipSummary = {
  organizationId: number
  slug: string
  name: string
  role: Role
  /** To a few minutes; null when the person has not opened a page of it yet. */
  lastSeenAt: Date | null
}

/** The organizations that a user belongs to, the one they were in last first. */
export async function listMemberships(userId: number): Promise<MembershipSummary[]> {
  const memberships = await db().prisma.membership.findMany({
    where: { userId },
    orderBy: [{ lastSeenAt: { sort: 'desc', nulls: 'last' } }, { organization: { name: 'asc' } }],
    include: { organization: { select: { slug: true, name: true } } },
  })
  return memberships.map(({ organizationId, organization, role, lastSeenAt }) => ({
    organizationId,
    ...organization,
    role,
    lastSeenAt,
  }))
}
