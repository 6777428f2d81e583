import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { Role } from '@/lib/generated/prisma/enums'

export type OpenInvitation = {
  organizationId: number
  organizationName: string
  organizationSlug: string
  /** Who was invited. */
  email: string
  role: Role
  invitedBy: string | null
  expiresAt: Date
}

/** The invitation behind a link; null alike for one that is unknown, expired, accepted or revoked. */
export async function findInvitation(token: string): Promise<OpenInvitation | null> {
  const found = await db().prisma.invitation.findFirst({
    where: { tokenHash: hashToken(token), ...openNow() },
    select: {
      organizationId: true,
      email: true,
      role: true,
      expiresAt: true,
      organization: { select: { name: true, slug: true } },
      createdBy: { select: { name: true, email: true } },
    },
  })
  if (!found) return null
  const { organization, createdBy, ...invitation } = found
  return {
    ...invitation,
    organizationName: organization.name,
    organizationSlug: organization.slug,
    invitedBy: createdBy && (createdBy.name ?? createdBy.email),
  }
}

/** The slug of the organization that a user joined through this very link and still belongs to, else null. */
export async function findJoined(token: string, userId: number): Promise<string | null> {
  const organization = await db().prisma.organization.findFirst({
    where: {
      invitations: { some: { tokenHash: hashToken(token), acceptedById: userId } },
      memberships: { some: { userId } },
    },
    select: { slug: true },
  })
  return organization?.slug ?? null
}

/** Picks the invitations that can be accepted at this moment. */
export function openNow() {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } }
}
