import { db } from '@/lib/db'
import type { Role } from '@/lib/generated/prisma/enums'

export type MemberSummary = {
  userId: number
  email: string
  name: string | null
  role: Role
  joinedAt: Date
  /** To a few minutes; null for somebody who has not opened a page of the organization yet. */
  lastSeenAt: Date | null
}

/** The members of an organization in the order they joined. */
export async function listMembers(organizationId: number): Promise<MemberSummary[]> {
  const memberships = await db().prisma.membership.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
    include: { user: { select: { email: true, name: true } } },
  })
  return memberships.map(({ userId, role, createdAt, lastSeenAt, user }) => ({
    userId,
    ...user,
    role,
    joinedAt: createdAt,
    lastSeenAt,
  }))
}
