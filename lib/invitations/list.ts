import { db } from '@/lib/db'
import type { Role } from '@/lib/generated/prisma/enums'

export type InvitationSummary = {
  id: number
  email: string
  role: Role
  /** Null when the operator made it, or somebody whose account is gone. */
  createdBy: { email: string; name: string | null } | null
  createdAt: Date
  expiresAt: Date
  expired: boolean
}

/** The invitations of an organization that nobody has accepted or revoked, the newest first, expired ones included. */
export async function listInvitations(organizationId: number): Promise<InvitationSummary[]> {
  const invitations = await db().prisma.invitation.findMany({
    where: { organizationId, acceptedAt: null, revokedAt: null },
    orderBy: { id: 'desc' },
    select: {
      id: true,
      email: true,
      role: true,
      createdBy: { select: { email: true, name: true } },
      createdAt: true,
      expiresAt: true,
    },
  })
  const now = new Date()
  return invitations.map((invitation) => ({ ...invitation, expired: invitation.expiresAt <= now }))
}
