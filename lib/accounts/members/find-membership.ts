import type { Organization } from '@/lib/accounts/organizations/find'
import { slugSchema } from '@/lib/accounts/organizations/schema'
import { log } from '@/lib/core/log'
import { db } from '@/lib/db/db'
import type { Role } from '@/lib/generated/prisma/enums'
import type { View } from './view'

const seenMs = 5 * 60 * 1000

/**
 * The organization with this slug, and the role and the view that a user has there at this moment, or null when there is
 * none or they do not belong to it. Notes that they were here, without making them wait for it.
 */
export async function findMembership(
  userId: number,
  slug: string,
): Promise<{ organization: Organization; role: Role; view: View } | null> {
  if (!slugSchema.safeParse(slug).success) return null
  const membership = await db().prisma.membership.findFirst({
    where: { userId, organization: { slug } },
    include: { organization: true },
  })
  if (!membership) return null
  const { organizationId, organization, role, lastSeenAt, viewTeam, viewEnvironment } = membership
  if (Date.now() - (lastSeenAt?.getTime() ?? 0) > seenMs) noteSeen(organizationId, userId)
  return { organization, role, view: { team: viewTeam, environment: viewEnvironment } }
}

function noteSeen(organizationId: number, userId: number): void {
  const now = new Date()
  db()
    .prisma.membership.updateMany({
      where: { organizationId, userId, OR: [{ lastSeenAt: null }, { lastSeenAt: { lt: now } }] },
      data: { lastSeenAt: now },
    })
    .catch((error: unknown) => log.warn('last visit not noted', { error }))
}
