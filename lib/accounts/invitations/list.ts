import type { Span } from '@/lib/core/page-number'
import { db } from '@/lib/db/db'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import type { Role } from '@/lib/generated/prisma/enums'

export type InvitationSummary = {
  id: number
  email: string
  role: Role
  /** Null when the operator made it, or a user whose account is gone. */
  createdBy: { email: string; name: string | null } | null
  createdAt: Date
  expiresAt: Date
  expired: boolean
}

const unused = { acceptedAt: null, revokedAt: null }

/** The invitations of an organization that no one has accepted or revoked, the newest first, expired ones included. */
export async function listInvitations(organizationId: number, span?: Span): Promise<InvitationSummary[]> {
  const invitations = await db().prisma.invitation.findMany({
    ...span,
    where: { organizationId, ...unused },
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

/** A page of those invitations by its number: expired ones are kept without end. */
export async function readInvitations(organizationId: number, page: number): Promise<NumberedPage<InvitationSummary>> {
  const total = await db().prisma.invitation.count({ where: { organizationId, ...unused } })
  return readNumberedPage(page, total, (span) => listInvitations(organizationId, span))
}
