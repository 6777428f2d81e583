import type { Span } from '@/lib/core/page-number'
import { db } from '@/lib/db/db'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import type { Role } from '@/lib/generated/prisma/enums'

export type MemberSummary = {
  userId: number
  email: string
  name: string | null
  role: Role
  joinedAt: Date
  /** To a few minutes; null for a member who has not opened a page of the organization yet. */
  lastSeenAt: Date | null
}

/** The members of an organization in the order they joined. */
export async function listMembers(organizationId: number, span?: Span): Promise<MemberSummary[]> {
  const memberships = await db().prisma.membership.findMany({
    ...span,
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

/** A page of the members of an organization by its number, with how many of all are owners. */
export async function readMembers(
  organizationId: number,
  page: number,
): Promise<NumberedPage<MemberSummary> & { owners: number }> {
  const { membership } = db().prisma
  const [total, owners] = await Promise.all([
    membership.count({ where: { organizationId } }),
    membership.count({ where: { organizationId, role: 'owner' } }),
  ])
  return { ...(await readNumberedPage(page, total, (span) => listMembers(organizationId, span))), owners }
}
