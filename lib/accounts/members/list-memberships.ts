import { db } from '@/lib/db/db'
import type { Role } from '@/lib/generated/prisma/enums'
import type { View } from './view'

export type MembershipSummary = {
  organizationId: number
  slug: string
  name: string
  role: Role
  /** To a few minutes; null when the person has not opened a page of it yet. */
  lastSeenAt: Date | null
  view: View
}

/** The organizations that a user belongs to, the one they were in last first. */
export async function listMemberships(userId: number): Promise<MembershipSummary[]> {
  const memberships = await db().prisma.membership.findMany({
    where: { userId },
    orderBy: [{ lastSeenAt: { sort: 'desc', nulls: 'last' } }, { organization: { name: 'asc' } }],
    include: { organization: { select: { slug: true, name: true } } },
  })
  return memberships.map(({ organizationId, organization, role, lastSeenAt, viewTeam, viewEnvironment }) => ({
    organizationId,
    ...organization,
    role,
    lastSeenAt,
    view: { team: viewTeam, environment: viewEnvironment },
  }))
}
